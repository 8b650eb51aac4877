// Every example as a reader would run it: as a process, with the model's address in the environment.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createToolRouter } from "dirleaf";

import { makeWorkspace } from "../workspace.mjs";
import { startMockModel } from "./mock-model.ts";

const examples = path.join(import.meta.dirname, "../../examples");

/** These use no model. */
const WITHOUT_MODEL = new Set([
  "extra-tool.mjs",
  "library.mjs",
  "mcp-client.mjs",
  "mcp-server.mjs",
  "webdav-store.mjs",
]);

/** These frameworks need a newer Node than the examples. */
const NEWER_NODE = new Set(["ai-sdk.mjs", "mastra.mjs", "openai-agents.mjs"]);
const isNewer = Number(process.versions.node.split(".")[0]) >= 24;

/** What the tiny server has: the members of each collection, and its files. */
const SERVED: Readonly<Record<string, readonly string[]>> = {
  "/": ["/", "/docs/", "/root.txt"],
  "/docs/": ["/docs/", "/docs/a%20b.txt"],
  "/root.txt/": ["/root.txt"],
};

/** The least of WebDAV, for one user. */
function answerWebdav({ url = "", headers }: http.IncomingMessage, response: http.ServerResponse): void {
  const members = SERVED[url.replace(/\/*$/, "/")];
  const isKnown = headers.authorization === `Basic ${Buffer.from("ada:secret").toString("base64")}`;
  if (!isKnown || members === undefined) {
    response.writeHead(isKnown ? 404 : 401).end();
    return;
  }
  const items = members.map((href) => {
    const type = href.endsWith("/") ? "<collection/>" : "";
    const prop = `<prop><resourcetype>${type}</resourcetype></prop><status>HTTP/1.1 200 OK</status>`;
    return `<response><href>${href}</href><propstat>${prop}</propstat></response>`;
  });
  response.writeHead(207, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0"?><multistatus xmlns="DAV:">${items.join("")}</multistatus>`);
}

describe("examples", () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-examples-")));
  const root = makeWorkspace(folder);
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** What an example prints. */
  async function run(name: string, modelUrl: string, ...more: string[]): Promise<string> {
    const env = {
      ...process.env,
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: modelUrl,
    };
    const args = [path.join(examples, name), root, ...more];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: examples, env, timeout: 60_000 });
    return stdout;
  }

  async function listing(): Promise<string> {
    const payload = { type: "function", arguments: JSON.stringify({ dir_path: root }) } as const;
    return (await createToolRouter({ roots: [root] }).dispatch({ toolName: "list_dir", callId: "1", payload })).content;
  }

  for (const name of fs
    .readdirSync(examples)
    .filter((file) => !WITHOUT_MODEL.has(file) && (isNewer || !NEWER_NODE.has(file)))) {
    test(name, async () => {
      await using mock = await startMockModel({ tool: "list_dir", json: JSON.stringify({ dir_path: root }) });
      const printed = await run(name, mock.url);
      assert.equal(printed, `I was shown:\n${await listing()}\n`);
      assert.equal(mock.shown.at(-1)?.text, await listing());
    });
  }

  test("library.mjs", async () => {
    const printed = await run("library.mjs", "http://127.0.0.1:9");
    assert.match(printed, /^map_dir: .*\nfind_files: .*\nlist_dir: /);
    assert.ok(printed.includes(`\n${await listing()}\n`));
    assert.match(printed, /\n\d+ entries on three levels\n$/);
  });

  test("extra-tool.mjs", async () => {
    const files = fs.mkdtempSync(path.join(root, "files-"));
    fs.writeFileSync(path.join(files, "notes.txt"), `hello\n${"é".repeat(50_000)}`);
    fs.symlinkSync("/etc/passwd", path.join(files, "link"));
    const read = (name: string) => run("extra-tool.mjs", "http://127.0.0.1:9", path.join(files, name));
    const printed = await read("notes.txt");
    assert.match(printed, /'read_file'\s*\]\nhello\né+…\n\(cut: the answer has 100006 bytes, .*\)\n$/);
    for (const name of ["link", "missing", "."]) {
      assert.match(await read(name), /\]\nno such file in .*; list_dir shows which there are\n$/);
    }
    fs.rmSync(files, { recursive: true });
  });

  test("webdav-store.mjs", async () => {
    const server = http.createServer(answerWebdav);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { ...process.env, WEBDAV_USER: "ada", WEBDAV_PASSWORD: "secret" };
    const list = (directory: string, more = {}) =>
      promisify(execFile)(process.execPath, [path.join(examples, "webdav-store.mjs"), address, directory], {
        env: { ...env, ...more },
      });
    assert.equal((await list("/")).stdout, "Absolute path: /\ndocs/\n  a b.txt\nroot.txt\n");
    assert.match((await list("/nope")).stdout, /does not exist/);
    assert.match((await list("/root.txt")).stdout, /not a directory/);
    assert.match((await list("/", { WEBDAV_PASSWORD: "wrong" })).stdout, /permission denied/);
    server.close();
  });

  test("mcp-client.mjs", async () => {
    assert.equal(
      await run("mcp-client.mjs", "http://127.0.0.1:9"),
      `map_dir find_files list_dir\n${await listing()}\n`,
    );
  });

  test("mcp-server.mjs", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const args = [path.join(examples, "mcp-server.mjs"), root];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const result = await client.callTool({ name: "list_dir", arguments: { dir_path: root } });
    assert.deepEqual(result.content, [{ type: "text", text: await listing() }]);
    await client.close();
  });
});
