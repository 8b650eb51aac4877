// Every example as a reader would run it: as a process, with the model's address in the environment.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createToolRouter } from "dirleaf";

import { makeParityTree } from "../../test/support/parity-calls.ts";
import { startMockModel } from "./mock-model.ts";

const examples = path.join(import.meta.dirname, "../../examples");

/** These use no model. The example of another store needs a server of that store, and runs in proofs/stores. */
const WITHOUT_MODEL = new Set(["extra-tool.ts", "library.ts", "mcp-client.ts", "mcp-server.ts", "webdav-store.ts"]);

describe("examples", () => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-examples-")));
  makeParityTree(root);
  after(() => fs.rmSync(root, { recursive: true, force: true }));

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
    return (await createToolRouter().dispatch({ toolName: "list_dir", callId: "1", payload })).content;
  }

  for (const name of fs.readdirSync(examples).filter((file) => !WITHOUT_MODEL.has(file))) {
    test(name, async () => {
      await using mock = await startMockModel({ tool: "list_dir", json: JSON.stringify({ dir_path: root }) });
      const printed = await run(name, mock.url);
      assert.equal(printed, `I was shown:\n${await listing()}\n`);
      assert.equal(mock.shown.at(-1)?.text, await listing());
    });
  }

  test("library.ts", async () => {
    const printed = await run("library.ts", "http://127.0.0.1:9");
    assert.match(printed, /^map_dir: What is there\?.*\nfind_files: Where is it\?.*\nlist_dir: All of a directory/);
    assert.ok(printed.includes(`\n${await listing()}\n`));
    assert.match(printed, /\n\d+ entries on three levels\n$/);
  });

  test("extra-tool.ts", async () => {
    const folder = fs.mkdtempSync(path.join(root, "files-"));
    fs.writeFileSync(path.join(folder, "notes.txt"), `hello\n${"é".repeat(50_000)}`);
    fs.symlinkSync("/etc/passwd", path.join(folder, "link"));
    const read = (name: string) => run("extra-tool.ts", "http://127.0.0.1:9", path.join(folder, name));
    const printed = await read("notes.txt");
    assert.match(printed, /'read_file'\s*\]\nhello\né+…\n\(cut: the answer has 100006 bytes, .*\)\n$/);
    for (const name of ["link", "missing", "."]) {
      assert.match(await read(name), /\]\nno such file in .*; list_dir shows which there are\n$/);
    }
    fs.rmSync(folder, { recursive: true });
  });

  test("mcp-client.ts", async () => {
    assert.equal(
      await run("mcp-client.ts", "http://127.0.0.1:9"),
      `map_dir find_files list_dir list_directory\n${await listing()}\n`,
    );
  });

  test("mcp-server.ts", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const args = [path.join(examples, "mcp-server.ts"), root];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const result = await client.callTool({ name: "list_dir", arguments: { dir_path: root } });
    assert.deepEqual(result.content, [{ type: "text", text: await listing() }]);
    await client.close();
  });
});
