// A host says with each call where it works. That moves relative paths of the call, and nothing that the operator wrote.
import fs from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../src/disk/local-disk.ts";
import { memory } from "../../src/disk/memory.ts";
import { toMcpSettings, type McpOptions } from "../../src/mcp/mcp-settings.ts";
import { ToolCaller } from "../../src/mcp/tool-caller.ts";
import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";

const NAMES = ["a", "b", "secret"];

/** Every path of one to three of the names, as a directory with a file in it. */
const directories = NAMES.flatMap((one) => [
  `/${one}`,
  ...NAMES.flatMap((two) => [`/${one}/${two}`, ...NAMES.map((three) => `/${one}/${two}/${three}`)]),
]);
const fileSystem = memory(directories.map((directory) => `${directory}/file`));

interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** A server on standard streams, and what it answers to a host that works in `directory`. */
function serve(options: McpOptions): (tool: string, call: object, directory?: string) => Promise<Answer> {
  const caller = new ToolCaller(toMcpSettings({ fileSystem, ...options }, true));
  return async (tool, call, directory) => {
    const { signal } = new AbortController();
    const _meta = directory && { "codex/sandbox-state-meta": { sandboxCwd: `file://${directory}` } };
    const context = { id: 1, signal, notify: async () => {}, ...(_meta && { _meta }) };
    const { content, isError } = await caller.call(tool, call, context);
    return { text: (content[0] as { text: string }).text, isError: isError === true };
  };
}

const place = fc.constantFrom("/", ...directories);
/** A path from a working directory. */
const relative = fc
  .array(fc.constantFrom(...NAMES, "..", "."), { maxLength: 4 })
  .map((names) => ["./", ...names.map((name) => `${name}/`)].join("").replace(/\/$/, ""));
const rule = fc.oneof(
  relative.filter((path) => /[a-z]/.test(path)),
  fc.constantFrom("secret", "/a/secret", "**/b/secret"),
);
/** Rules made absolute, as the operator meant them. */
function writeOut({ workingDirectory, deny }: { readonly workingDirectory: string; readonly deny: readonly string[] }) {
  return deny.map((each) => (each.startsWith(".") ? fileSystem.resolve(workingDirectory, each) : each));
}

const settings = fc
  .record({ workingDirectory: place, deny: fc.array(rule, { maxLength: 3 }) })
  // A rule for `/` is refused.
  .filter((options) => !writeOut(options).includes("/"));
const runs = { numRuns: inDepth(16, 500) };

/** Each tool, with a call for a directory. */
const CALLS = [
  ["list_dir", (path: string) => ({ dir_path: path, depth: 3, limit: 200 })],
  ["map_dir", (path: string) => ({ dir_path: path })],
  ["list_directory", (path: string) => ({ path, recursive: true })],
] as const;

describe("a relative path", () => {
  test("is taken from the client's directory, else from the operator's, else from the only root", async () => {
    const path = async (options: McpOptions, directory?: string) =>
      (await serve(options)("list_dir", { dir_path: "b" }, directory)).text.split("\n")[0];
    expect(await path({ roots: ["/a"], workingDirectory: "/secret" }, "/a/a")).toBe("Absolute path: /a/a/b");
    expect(await path({ roots: ["/"], workingDirectory: "/secret" })).toBe("Absolute path: /secret/b");
    expect(await path({ roots: ["/a"] })).toBe("Absolute path: /a/b");
    expect(await path({ roots: ["/secret", "/a"] })).toBe(
      "dir_path must be an absolute path; a relative path could start in any of /secret, /a",
    );
    expect(await path({ workingDirectory: "/a" })).toBe("Absolute path: /a/b");
  });
});

describe("a client's directory", () => {
  test("does not move a relative deny rule", async () => {
    const ask = serve({ roots: ["/a"], workingDirectory: "/a", deny: ["./secret"] });
    const call = { dir_path: "/a", depth: 1 };
    expect((await ask("list_dir", call, "/b")).text).toBe("Absolute path: /a\na/\nb/\nfile");
    expect((await ask("list_dir", call)).text).toBe("Absolute path: /a\na/\nb/\nfile");
    expect((await ask("list_dir", { dir_path: "/a/secret" }, "/b")).isError).toBe(true);
  });

  test("moves no root and no rule that a link has replaced since the server started", async () => {
    const top = makeTree("in/a", "out/b", "out/secret");
    fs.symlinkSync("out/secret", `${top}/rule`);
    const roots = [`${top}/in`, `${top}/out`];
    const ask = serve({ roots, deny: [`${top}/rule`], fileSystem: localDisk() });
    const call = { dir_path: roots[1] };
    expect((await ask("list_dir", call)).text).toBe(`Absolute path: ${top}/out\nb`);
    fs.rmSync(`${top}/rule`);
    fs.renameSync(`${top}/in`, `${top}/moved`);
    fs.symlinkSync("/", `${top}/in`);
    for (const directory of [undefined, top, "/"]) {
      expect((await ask("list_dir", call, directory)).text).toBe(`Absolute path: ${top}/out\nb`);
      expect((await ask("list_dir", { dir_path: "/" }, directory)).text).toMatch(/is outside/);
    }
  });

  test("changes nothing about an absolute path if roots are set, whatever the rules are", async () => {
    const roots = fc.array(fc.oneof(place, relative), { minLength: 1, maxLength: 2 });
    const property = fc.asyncProperty(settings, roots, place, place, async (options, given, path, directory) => {
      const ask = serve({ ...options, roots: given });
      for (const [tool, callOf] of CALLS) {
        expect(await ask(tool, callOf(path), directory)).toEqual(await ask(tool, callOf(path)));
      }
    });
    await fc.assert(property, runs);
  });

  test("lets a relative path reach nothing that an absolute one would not", async () => {
    const property = fc.asyncProperty(settings, place, relative, place, async (options, root, path, directory) => {
      const ask = serve({ ...options, roots: [root] });
      const byRelative = await ask("list_directory", { path, recursive: true }, directory);
      const absolute = fileSystem.resolve(directory, path);
      const byAbsolute = await ask("list_directory", { path: absolute, recursive: true });
      expect(byRelative.isError).toBe(byAbsolute.isError);
      if (!byRelative.isError) {
        expect(byRelative).toEqual(byAbsolute);
      }
    });
    await fc.assert(property, runs);
  });

  test("is the root on the local disk if no roots are set, under the rules as they were when the server started", async () => {
    // Real directories: one that is not there is no working directory.
    const top = makeTree(...directories.map((directory) => `${directory.slice(1)}/file`));
    const property = fc.asyncProperty(settings, place, place, async ({ workingDirectory, deny }, ...places) => {
      const [path, directory] = places.map((each) => join(top, each)) as [string, string];
      const options = { workingDirectory: join(top, workingDirectory), deny };
      fc.pre(!writeOut(options).includes("/"));
      const ask = serve({ ...options, fileSystem: localDisk() });
      // The same as a server that was started there, with the rules written out.
      const asRoot = serve({ fileSystem: localDisk(), deny: writeOut(options), workingDirectory: directory });
      for (const [tool, callOf] of CALLS) {
        expect(await ask(tool, callOf(path), directory)).toEqual(await asRoot(tool, callOf(path)));
      }
    });
    await fc.assert(property, runs);
  });
});
