// The limit on the size of an answer: no answer or error is longer, and who does what the answers say gets to everything else.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileSystem } from "../../src/core/file-system.ts";
import { memory } from "../../src/disk/memory.ts";
import { parseQuotedRoot } from "../../src/text/entry-label.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { callListDir, callListDirectory, callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { MEMORY_ROOT, memoryTree, unordered, modelEntries, treePath, type ModelEntry } from "../support/model-tree.ts";
import { readListing } from "../support/read-listing.ts";

const LONGEST = 255;

/** Names of up to 255 bytes. As text they can be four times as long, in JSON six times. */
const anyLongName = fc
  .tuple(fc.constantFrom("x", "\x01", '"', "\\", " ", "日", "\u202e"), fc.integer({ min: 1, max: LONGEST }))
  .map(([piece, length]) => piece.repeat(Math.max(1, Math.floor(length / Buffer.byteLength(piece)))));

const anyShortName = fc.constantFrom("a", "b", "a0", "a-", "…", "x y", "é");

/** Paths made of few names, so that they share directories. File names end in `.ts`. */
const hostileTree: fc.Arbitrary<ModelEntry[]> = fc
  .tuple(fc.array(anyLongName, { maxLength: 3 }), fc.array(anyShortName, { minLength: 2, maxLength: 4 }))
  .chain(([long, short]) => {
    const anyName = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...short) },
      { weight: 1, arbitrary: fc.constantFrom(...short, ...long) },
    );
    const anyPath = fc.oneof(
      { weight: 3, arbitrary: fc.array(anyName, { minLength: 1, maxLength: 5 }) },
      { weight: 1, arbitrary: fc.array(anyName, { minLength: 10, maxLength: 50, size: "max" }) },
    );
    return fc.array(anyPath, { minLength: 1, maxLength: 8 }).map(toEntries);
  });

function toEntries(paths: readonly (readonly string[])[]): ModelEntry[] {
  const entries = new Map<string, ModelEntry>();
  for (const names of paths) {
    for (let length = 1; length < names.length; length += 1) {
      const path = names.slice(0, length).join("/");
      entries.set(path, { path, kind: "directory" });
    }
    const file = `${(names.at(-1) as string).slice(0, LONGEST - 3)}.ts`;
    const path = [...names.slice(0, -1), file].join("/");
    entries.set(path, { path, kind: "file" });
  }
  return [...entries.values()];
}

/** A failed run is not shrunk: that would take longer than a test may. */
const RUNS = { numRuns: inDepth(6, 200), endOnFailure: true };

/** The arguments that a refusal tells the caller to give. */
function adviceOf(answer: string): Partial<Record<"after" | "offset", string>> {
  const [first = "", ...lines] = answer.split("\n");
  expect(first).toMatch(/^error: .* does not fit in an answer of \d+ bytes/);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
}

interface Tree {
  readonly tree: readonly ModelEntry[];
  readonly fileSystem: FileSystem;
  readonly maxOutputBytes: number;
  readonly limit: number;
  readonly include?: string;
}

/** Calls one tool about a tree, and checks the size of what it answers. */
async function ask(toolName: string, args: object, { fileSystem, maxOutputBytes }: Tree): Promise<string> {
  const answer = await callTool(toolName, args, { fileSystem, maxOutputBytes });
  expect(Buffer.byteLength(answer.replace(/^error: /, ""))).toBeLessThanOrEqual(maxOutputBytes);
  return answer;
}

const anyTreeWithin = (min: number, max: number): fc.Arbitrary<Tree> =>
  fc
    .record({
      tree: hostileTree,
      isSorted: fc.boolean(),
      maxOutputBytes: fc.integer({ min, max }),
      limit: fc.integer({ min: 5, max: 60 }),
      hasFilter: fc.boolean(),
    })
    .map(({ tree, isSorted, hasFilter, ...rest }) => {
      const fileSystem = isSorted ? memoryTree(tree) : unordered(memoryTree(tree));
      return { tree, fileSystem, ...rest, ...(hasFilter && { include: "*.ts" }) };
    });

/** The entries that a listing of the whole tree has. */
function keysOf({ tree, include }: Tree, order: "breadth" | "tree" | "path"): string[] {
  return modelEntries(tree, order, Infinity)
    .filter(({ kind }) => include === undefined || kind === "file")
    .map(treePath);
}

describe("answers of list_dir", () => {
  test.each(["breadth", "tree"] as const)(
    "lead through everything except entries that are too long, order %s",
    async (order) => {
      await fc.assert(
        fc.asyncProperty(anyTreeWithin(300, 9000), async (tree) => {
          const { include, limit } = tree;
          const expected = keysOf(tree, order);
          let start: { offset?: number; after?: string | undefined } = {};
          for (let at = 0; at < expected.length;) {
            const request = { dir_path: MEMORY_ROOT, order, depth: 1000, limit, include, ...start };
            const answer = await ask("list_dir", request, tree);
            if (answer.startsWith("error: ")) {
              const { after, offset } = adviceOf(answer);
              expect(offset ?? after).toBeDefined();
              start = offset === undefined ? { after } : { ...start, offset: Number(offset) };
              at += 1;
              continue;
            }
            const { entries, moreThan, next, nextOffset } = readListing(answer);
            const shown = expected.slice(at, at + (moreThan ?? expected.length));
            expect(shown.length).toBeLessThanOrEqual(limit);
            expect(entries.map(treePath)).toEqual(expect.arrayContaining(shown));
            at += shown.length;
            start = next === undefined ? { offset: nextOffset ?? 1 } : { after: next };
          }
        }),
        RUNS,
      );
    },
  );
});

test.each([{}, { offset: 3 }, { after: "f02.ts" }])(
  "a page that is cut is the page with that limit: %j",
  async (start) => {
    const names = Array.from({ length: 20 }, (_, index) => `/r/f${String(index).padStart(2, "0")}`);
    const tree = memory(names.flatMap((name) => [`${name}.ts`, `${name}/locked/x.ts`]));
    const fileSystem: FileSystem = {
      ...tree,
      readDirectory(location, options) {
        if (String(location).endsWith("locked")) {
          throw Object.assign(new Error("denied"), { code: "EACCES" });
        }
        return tree.readDirectory(location, options);
      },
    };
    const args = { dir_path: "/r", include: "*.ts", gitignore: "off", ...start };
    for (let maxOutputBytes = 256; maxOutputBytes < 290; maxOutputBytes += 1) {
      const page = await callListDir(args, { fileSystem, maxOutputBytes });
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maxOutputBytes);
      const limit = Number(/\nMore than (\d+) entries found/.exec(page)?.[1]);
      expect(page).toBe(await callListDir({ ...args, limit }, { fileSystem }));
    }
  },
);

test("answers of list_directory lead through everything except entries that are too long", async () => {
  await fc.assert(
    fc.asyncProperty(anyTreeWithin(300, 9000), async (tree) => {
      const expected = keysOf(tree, "path");
      for (let offset = 0; offset < expected.length;) {
        const request = { path: MEMORY_ROOT, recursive: true, include: tree.include, maxResults: tree.limit, offset };
        const answer = await ask("list_directory", request, tree);
        if (answer.startsWith("error: ")) {
          expect(adviceOf(answer).offset).toBe(String(offset + 1));
          offset += 1;
          continue;
        }
        const { files, count } = JSON.parse(answer) as { files: string[]; count: number };
        expect(count).toBe(expected.length);
        expect(files.length).toBeGreaterThan(0);
        const names = files.map((file) => parseQuotedRoot(file) ?? file);
        expect(names).toEqual(expected.slice(offset, offset + files.length));
        offset += files.length;
      }
    }),
    RUNS,
  );
});

test("a page without entries is not taken for an entry that is too long", async () => {
  const root = `/${"r".repeat(100)}`;
  const fileSystem = memory([".h", "a", "b", "c", "d"].map((name) => `${root}/${name}`));
  const options = { fileSystem, maxOutputBytes: 256, maxIndexed: 3 };
  expect(await callListDirectory({ path: root, offset: 50 }, options)).toMatch(/^error: no entry was found, and the/);
});

describe("errors", () => {
  const long = "x".repeat(5000);
  const bounded = (args: object, options: ToolRouterOptions) =>
    callTool("list_dir", args, { maxOutputBytes: 1000, ...options });

  test("are no longer than answers may be", async () => {
    const fileSystem = memory(["/r/a"]);
    const brokenBy = (error: Error): FileSystem => ({
      ...fileSystem,
      readDirectory() {
        throw error;
      },
    });
    const denied = Array.from({ length: 300 }, (_, index) => `/some/place/of/the/operator/${index}`);
    const odd = "\u202e".repeat(3000);
    const answers = await Promise.all([
      bounded({ dir_path: `/r/${long}` }, { fileSystem }),
      bounded({ dir_path: `/r/${odd}` }, { fileSystem }),
      bounded({ dir_path: "/r" }, { fileSystem, roots: denied }),
      bounded({ dir_path: "/r" }, { fileSystem: brokenBy(Object.assign(new Error(""), { code: "EIO", reason: odd })) }),
      bounded({ dir_path: "/r", include: odd }, { fileSystem }),
      bounded({ dir_path: "/r", order: odd }, { fileSystem }),
      callTool("x".repeat(5000), {}, { maxOutputBytes: 1000 }),
      callTool("list_dir", `{"${odd}`, { maxOutputBytes: 1000 }),
      callTool("list_directory", { path: odd }, { fileSystem, maxOutputBytes: 1000 }),
    ]);
    for (const answer of answers) {
      expect(Buffer.byteLength(answer.replace(/^error: /, ""))).toBeLessThanOrEqual(1000);
    }
    const router = createToolRouter({ fileSystem: brokenBy(new Error(odd)), maxOutputBytes: 1000 });
    const payload = { type: "function", arguments: '{"dir_path":"/r"}' } as const;
    const fatal = await router
      .dispatch({ toolName: "list_dir", callId: "1", payload })
      .catch((error: Error) => error.message);
    expect(fatal).toMatch(/^dirleaf failed: .*…$/);
    expect(Buffer.byteLength(fatal as string)).toBeLessThanOrEqual(1000);
  });

  test("report guesses that leave no room", async () => {
    const words = Array.from({ length: 12 }, (_, index) => `${index}${"q".repeat(80)}`);
    const options = { fileSystem: memory(["/r/a"]), maxOutputBytes: 256 };
    expect(await callTool("find_files", { dir_path: "/r", words }, options)).toBe(
      "error: even the note on guesses and unreadable directories does not fit in an answer of 256 bytes; give fewer guesses, or " +
        "search a smaller directory",
    );
  });

  test.each(["leaf", "codex-sorted", "codex-breadth"] as const)(
    "report a path that leaves no room, profile %s",
    async (profile) => {
      const root = `/${"d/".repeat(1999)}d`;
      const fileSystem = memory([`${root}/a`]);
      // Looking for rules in 2,000 directories above would take most of the time of a call.
      const answer = await bounded({ dir_path: root, gitignore: "off" }, { fileSystem, profile });
      expect(answer).toBe(
        "error: dir_path (4000 bytes) does not fit in an answer of 1000 bytes; list a directory with a shorter path",
      );
      const empty = memory([{ path: root, kind: "directory" }]);
      expect(await bounded({ dir_path: root, gitignore: "off" }, { fileSystem: empty, profile })).toBe(answer);
      expect(await callListDirectory({ path: root }, { fileSystem, maxOutputBytes: 1000 })).toBe(
        answer.replace("dir_path", "path"),
      );
    },
  );
});
