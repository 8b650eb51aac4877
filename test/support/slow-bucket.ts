// A slow bucket on loopback. Listing it takes as long as a test needs, on a machine of any speed.
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";

import { makeFolder } from "./make-tree.ts";
import type { Cli } from "./run-cli.ts";

export interface SlowBucket {
  /** The arguments that make the command list it. */
  readonly words: string;
  /** The environment variables that the command needs. */
  readonly env: Readonly<Record<string, string>>;
  /** Sends the held answers. Every answer is the last page from now on. */
  finish(): void;
}

/** What a process with the SDK needs to talk to a store on loopback. */
const SDK_ENVIRONMENT: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: "id",
  AWS_SECRET_ACCESS_KEY: "secret",
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
};

/** A bucket that returns one key, and no more until `finish` is called. It stops when the test ends. */
export async function slowBucket(): Promise<SlowBucket> {
  const held: (() => void)[] = [];
  let asked = 0;
  let isFinished = false;
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://store");
    const answer = () => response.end(renderAnswer(url.searchParams, isFinished));
    asked += 1;
    if (asked === 1 || isFinished) {
      answer();
    } else {
      held.push(answer);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    words: `--endpoint http://127.0.0.1:${(server.address() as AddressInfo).port} s3://bucket`,
    env: SDK_ENVIRONMENT,
    finish() {
      isFinished = true;
      held.splice(0).forEach((answer) => answer());
    },
  };
}

/** The command as if the SDK were installed too: a copy with our `node_modules` next to it. */
export function besideTheSdk(cli: Cli): Cli {
  const folder = makeFolder();
  fs.cpSync(path.join(cli.bundle, "../.."), folder, { recursive: true });
  const modules = path.join(import.meta.dirname, "../../node_modules");
  fs.symlinkSync(modules, path.join(folder, "node_modules"), "junction");
  return cli.at(path.join(folder, path.basename(path.dirname(cli.bundle)), path.basename(cli.bundle)));
}

/** The keys are ascending numbers, one in each answer. */
function renderAnswer(wish: URLSearchParams, isLast: boolean): string {
  const start = Number(wish.get("continuation-token") ?? wish.get("start-after") ?? 0);
  const key = String(start + 1).padStart(12, "0");
  const contents = `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;
  const more = isLast ? "" : `<NextContinuationToken>${key}</NextContinuationToken>`;
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${contents}${more}</ListBucketResult>`;
}
