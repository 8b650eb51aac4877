// A gateway that is killed during a listing.
import { expect, onTestFinished, test } from "vitest";

import { startGateway } from "./ceph.mjs";
import { freePorts } from "../processes.mjs";
import { s3 } from "../../src/s3/s3.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { callListDir } from "../../test/support/call-tool.ts";
import { ownerClient, toldStore } from "./store.ts";

const store = toldStore();

/** A second gateway to the same buckets, and a file system that reads through it. */
async function startSecond(): Promise<{ kill: () => void; fileSystem: FileSystem }> {
  const [port] = await freePorts(1);
  const { endpoint, kill } = await startGateway(store.configuration, port as number);
  onTestFinished(kill);
  return { kill, fileSystem: s3({ client: ownerClient({ endpoint, maxAttempts: 2 }) }) };
}

test("in the middle of a directory: the read fails with a code", async () => {
  const { kill, fileSystem } = await startSecond();
  let given = 0;
  const reading = (async () => {
    const { batches } = await fileSystem.readDirectory(`s3://${store.bucket}/flat`, {});
    for await (const batch of batches) {
      given += batch.length;
      kill();
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: expect.stringMatching(/^ECONN(?:REFUSED|RESET)$/) as string });
  expect(given).toBeGreaterThan(0);
});

test("between two directories: what was read is shown, and the rest is marked", async () => {
  const { kill, fileSystem } = await startSecond();
  const root = `s3://${store.bucket}/many`;
  const dying: FileSystem = {
    ...fileSystem,
    readDirectory(directory, options) {
      if (directory !== root) {
        kill();
      }
      return fileSystem.readDirectory(directory, options);
    },
  };
  const answer = await callListDir({ dir_path: root, limit: 200 }, { fileSystem: dying });
  expect(answer).toMatch(/\nd000000\/ \[unreadable: ECONN(?:REFUSED|RESET)\]\n/);
});
