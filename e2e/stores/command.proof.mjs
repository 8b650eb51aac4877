// The same command and the same server work for a bucket as for a disk, as processes.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";

import { bundleCommand } from "../../scripts/bundle.mjs";
import { makeBucket, ownerClient, putTree, toldStore } from "./store.mjs";

const TREE = [
  { path: "docs/index.md", kind: "file" },
  { path: "empty", kind: "dir" },
  { path: "src/two\nlines.txt", kind: "file" },
  { path: "src/main.ts", kind: "file" },
  { path: "src-old/main.ts", kind: "file" },
];

const { endpoint, region, owner } = toldStore();
const env = {
  ...process.env,
  AWS_ACCESS_KEY_ID: owner.accessKeyId,
  AWS_SECRET_ACCESS_KEY: owner.secretAccessKey,
  AWS_REGION: region,
  NO_COLOR: "1",
};

let folder;
let root;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-command-"));
  await bundleCommand(folder);
  // The SDK is installed next to the command, as in a project that has both.
  fs.symlinkSync(path.join(import.meta.dirname, "../../node_modules"), path.join(folder, "node_modules"), "junction");
  const client = ownerClient();
  root = await putTree(await makeBucket(client), TREE);
});

afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

async function run(...words) {
  const file = path.join(folder, "cli/main.cjs");
  try {
    const args = [file, ...words, "--endpoint", endpoint];
    return { status: 0, ...(await promisify(execFile)(process.execPath, args, { env })) };
  } catch (error) {
    const { code, stdout, stderr } = error;
    return { status: code, stdout, stderr };
  }
}

test("the command lists a bucket, a page or all of it, and calls tools over it", async () => {
  const tree = 'docs/\n  index.md\nempty/ [empty]\nsrc-old/\n  main.ts\nsrc/\n  main.ts\n  "two\\nlines.txt"\n';
  const stdout = `Absolute path: ${root}\n${tree}`;
  expect(await run(root)).toEqual({ status: 0, stdout, stderr: "" });
  expect(await run("--all", root)).toEqual({ status: 0, stdout, stderr: "" });
  const json = JSON.stringify({ path: `${root}/src/` });
  const { directory, files } = JSON.parse((await run("call", "list_directory", json)).stdout);
  expect({ directory, files }).toEqual({ directory: `${root}/src`, files: ["main.ts", "two\nlines.txt"] });
  expect((await run("--details", root)).stdout).toMatch(/^ {2}index\.md \[\d+, \d{4}-\d\d-\d\d \d\d:\d\d\]$/m);
});

test("the server lists only what is in its root, and nothing else in the store", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  const args = [path.join(folder, "cli/main.cjs"), "mcp", `${root}/src`, "--endpoint", endpoint];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const list = async (dirPath) => {
    const { content } = await client.callTool({ name: "list_dir", arguments: { dir_path: dirPath } });
    return content[0]?.text;
  };
  expect(client.getInstructions()).toContain(`${root}/src`);
  expect(await list(`${root}/src/`)).toBe(`Absolute path: ${root}/src/\nmain.ts\n"two\\nlines.txt"`);
  for (const outside of [root, `${root}/src-old`, `${root}//src`, `${root}/src/../docs`, os.tmpdir()]) {
    expect(await list(outside)).toMatch(/^(?:access denied|failed to read directory)/);
  }
  await client.close();
});
