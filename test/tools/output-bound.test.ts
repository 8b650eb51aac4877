// The limit on the size of an answer: no answer or error is longer, and what is refused can be reached as the refusal says.
import fc from "fast-check";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { s3 } from "../../src/s3/s3.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { Visit } from "../../src/core/visit.ts";
import { fitPage, PageText } from "../../src/render/fit-page.ts";
import { parseCursor, parseQuotedRoot, renderCursor } from "../../src/text/shown-path.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { anyKeys } from "../support/any-keys.ts";
import { callListDir, callListDirectory, callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { hostileTree } from "../support/hostile-tree.ts";
import { temporaryFolder } from "../support/make-tree.ts";
import { MEMORY_ROOT, memoryTree, unordered } from "../support/memory-tree.ts";
import { modelEntries, treePath, type ModelEntry } from "../support/model.ts";
import { readListing } from "../support/read-listing.ts";

/**
 * With a limit of this many bytes, any answer has room for one entry: a name of 255 bytes, each of which takes four when
 * quoted, along with a path of half the limit and a context line of a quarter.
 */
const SURE_OUTPUT_BYTES = 4500;

/** A failed run is not shrunk: that would take longer than a test may. */
const RUNS = { numRuns: inDepth(4, 200), endOnFailure: true };
const FEWER_RUNS = { ...RUNS, numRuns: inDepth(2, 60) };

/** What a refusal tells the caller to do: arguments, each up to the end of its line. */
function adviceOf(answer: string): Partial<Record<"dir_path" | "path" | "after" | "offset", string>> {
  const [first = "", ...lines] = answer.split("\n");
  expect(first).toMatch(/^error: .* is too long for an answer of at most \d+ bytes/);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
}

interface Tree {
  readonly tree: readonly ModelEntry[];
  readonly fileSystem: FileSystem;
  readonly maxOutputBytes: number;
  readonly limit: number;
  readonly include?: string;
  /** Paths of directories that can't be read, which answers must mention, a search too. */
  readonly broken?: readonly string[];
}

/** Calls one tool about a tree, and checks the size of what it answers. */
async function ask(toolName: string, args: object, { fileSystem, maxOutputBytes }: Tree): Promise<string> {
  const answer = await callTool(toolName, args, { fileSystem, maxOutputBytes });
  const bytes = Buffer.byteLength(answer) - (answer.startsWith("error: ") ? "error: ".length : 0);
  expect(bytes).toBeLessThanOrEqual(maxOutputBytes);
  return answer;
}

/** The bytes of a path as an answer shows it. */
function bytesOfPath(shown: string): string {
  return parseQuotedRoot(shown) ?? shown;
}

/** The path of a directory below the tree's root, with a slash at its end; "" for the root. */
function below(directory: string): string {
  const relative = bytesOfPath(directory).slice(MEMORY_ROOT.length + 1);
  return relative === "" ? "" : `${relative}/`;
}

/** What was seen, and what was skipped because the answer said so. */
interface Found {
  readonly seen: Set<string>;
  readonly lost: Set<string>;
}

/** Finds everything below a directory, as a model would that does what refusals say. */
async function readByAfter(directory: string, tree: Tree, found: Found): Promise<void> {
  const { include, limit } = tree;
  const prefix = below(directory);
  const expected = modelEntries(tree.tree, "tree", Infinity)
    .map(treePath)
    .filter((key) => key.startsWith(prefix) && key !== prefix && (include === undefined || !key.endsWith("/")));
  const mentioned = (tree.broken ?? []).filter((key) => key.startsWith(prefix) && !expected.includes(key));
  const most = 2 * (expected.length + mentioned.length) + 2;
  const pass = (keys: readonly string[]) =>
    keys.filter((key) => !found.seen.has(key)).forEach((key) => found.lost.add(key));
  let after: string | undefined;
  let offset = 1;
  for (let calls = 0; ; calls += 1) {
    expect(calls).toBeLessThan(most);
    const request = { dir_path: directory, order: "tree", depth: 1000, limit, include, after, offset };
    const answer = await ask("list_dir", request, tree);
    if (answer === "error: offset exceeds directory entry count") {
      return;
    }
    if (tree.broken?.includes(prefix) === true) {
      expect(answer).toMatch(/^error: failed to read directory: /);
      return;
    }
    if (!answer.startsWith("error: ")) {
      const { entries, moreThan } = readListing(answer);
      const fresh = entries
        .map((entry) => `${prefix}${treePath(entry)}`)
        .filter((key) => expected.includes(key) && !found.seen.has(key));
      fresh.forEach((key) => found.seen.add(key));
      const last = entries.at(-1);
      if (moreThan === undefined || last === undefined) {
        return;
      }
      after = renderCursor(last.path, last.kind);
      offset = 1;
      continue;
    }
    const advice = adviceOf(answer);
    if (advice.after !== undefined) {
      const passed = `${prefix}${parseCursor(advice.after).names.join("/")}/`;
      if (advice.dir_path === undefined) {
        pass(expected.filter((key) => key.startsWith(passed)));
      } else {
        // What is listed instead is what is skipped, and is deeper than this.
        expect(below(advice.dir_path)).toBe(passed);
        await readByAfter(advice.dir_path, tree, found);
      }
      after = advice.after;
      offset = 1;
    } else if (advice.offset === undefined) {
      pass(expected);
      return;
    } else {
      const start = after === undefined ? 0 : expected.findIndex((key) => key > keyOf(after as string, prefix));
      pass(expected.slice(start + offset - 1, start + offset));
      expect(Number(advice.offset)).toBe(offset + 1);
      offset += 1;
    }
  }
}

/** The key that a cursor stands for, in order tree. */
function keyOf(after: string, prefix: string): string {
  const { names, isDirectory, isPassed } = parseCursor(after);
  return `${prefix}${names.join("/")}${isDirectory ? "/" : ""}${isPassed === true ? "\xff".repeat(300) : ""}`;
}

/** The same file system, but reads of these directories fail, whichever directory a listing starts at. */
function failing(fileSystem: FileSystem, directories: readonly string[]): FileSystem {
  return {
    ...fileSystem,
    readDirectory(root, directory, options) {
      const whole = directory === "" ? root : joinPath(root, directory);
      if (directories.includes(`${whole.slice(MEMORY_ROOT.length + 1)}/`)) {
        throw Object.assign(new Error("no"), { code: "EACCES" });
      }
      return fileSystem.readDirectory(root, directory, options);
    },
  };
}

function treeOf(tree: readonly ModelEntry[], isOrdered: boolean, rest: Omit<Tree, "tree" | "fileSystem">): Tree {
  const fileSystem = memoryTree(tree);
  return { tree, fileSystem: isOrdered ? fileSystem : unordered(fileSystem), ...rest };
}

function keysOf({ tree, include }: Tree): string[] {
  return tree.map(treePath).filter((key) => include === undefined || !key.endsWith("/"));
}

const anyTreeWithin = (min: number, max: number): fc.Arbitrary<Tree> =>
  fc
    .record({
      tree: hostileTree,
      isOrdered: fc.boolean(),
      maxOutputBytes: fc.integer({ min, max }),
      limit: fc.integer({ min: 5, max: 60 }),
      hasFilter: fc.boolean(),
    })
    .map(({ tree, isOrdered, maxOutputBytes, limit, hasFilter }) =>
      treeOf(tree, isOrdered, { maxOutputBytes, limit, ...(hasFilter && { include: "*.ts" }) }),
    );

describe("answers of list_dir", () => {
  test("stay within a limit of any size, and lead to everything except what they say to skip", async () => {
    await fc.assert(
      fc.asyncProperty(anyTreeWithin(300, SURE_OUTPUT_BYTES), async (tree) => {
        const found = { seen: new Set<string>(), lost: new Set<string>() };
        await readByAfter(MEMORY_ROOT, tree, found);
        expect(new Set([...found.seen, ...found.lost])).toEqual(new Set(keysOf(tree)));
      }),
      RUNS,
    );
  });

  test("lead to everything whose path takes at most half of a limit that is large enough for any name", async () => {
    await fc.assert(
      fc.asyncProperty(anyTreeWithin(SURE_OUTPUT_BYTES, 3 * SURE_OUTPUT_BYTES), async (tree) => {
        const found = { seen: new Set<string>(), lost: new Set<string>() };
        await readByAfter(MEMORY_ROOT, tree, found);
        expect(new Set([...found.seen, ...found.lost])).toEqual(new Set(keysOf(tree)));
        for (const key of found.lost) {
          const directory = renderCursor(key.slice(0, key.slice(0, -1).lastIndexOf("/")) as ByteString, "directory");
          expect(MEMORY_ROOT.length + 1 + Buffer.byteLength(directory)).toBeGreaterThan(tree.maxOutputBytes / 2);
        }
      }),
      RUNS,
    );
  });

  test("stay within their limit by level, too, and every refused entry is found as the refusal says", async () => {
    await fc.assert(
      fc.asyncProperty(anyTreeWithin(300, 2 * SURE_OUTPUT_BYTES), async (tree) => {
        const { include, limit, maxOutputBytes } = tree;
        const expected = modelEntries(tree.tree, "breadth", Infinity)
          .filter(({ kind }) => include === undefined || kind === "file")
          .map(treePath);
        for (let offset = 1; offset <= expected.length;) {
          const request = { dir_path: MEMORY_ROOT, depth: 1000, limit, include, offset };
          const answer = await ask("list_dir", request, tree);
          if (!answer.startsWith("error: ")) {
            const shown = readListing(answer);
            const count = shown.moreThan ?? expected.length - offset + 1;
            const keys = shown.entries.map((entry) => treePath(entry));
            expect(keys).toEqual(expect.arrayContaining(expected.slice(offset - 1, offset - 1 + count)));
            expect(count).toBeLessThanOrEqual(limit);
            offset += count;
            continue;
          }
          const advice = adviceOf(answer);
          const refused = expected[offset - 1] as string;
          if (advice.dir_path !== undefined) {
            const found = { seen: new Set<string>(), lost: new Set<string>() };
            await readByAfter(advice.dir_path, tree, found);
            expect(refused.startsWith(below(advice.dir_path))).toBe(true);
            expect([...found.seen, ...found.lost]).toContain(refused);
          }
          if (advice.after !== undefined) {
            const next = await ask("list_dir", { ...request, offset: 1, after: advice.after }, tree);
            expect(next.startsWith("error: ") ? adviceOf(next).after : "").not.toBe(advice.after);
          } else {
            expect(Number(advice.offset ?? offset + 1)).toBe(offset + 1);
            expect(maxOutputBytes).toBeLessThan(SURE_OUTPUT_BYTES);
          }
          offset += 1;
        }
      }),
      FEWER_RUNS,
    );
  });

  test("stay within their limit if many directories can't be read, and lead to all that can", async () => {
    await fc.assert(
      fc.asyncProperty(anyTreeWithin(300, SURE_OUTPUT_BYTES), fc.integer({ min: 2, max: 4 }), async (whole, share) => {
        const directories = whole.tree.filter(({ kind }) => kind === "directory").map(treePath);
        const broken = directories.filter((_, index) => index % share === 0);
        const tree = whole.tree.filter(({ path: own }) => !broken.some((directory) => own.startsWith(directory)));
        const found = { seen: new Set<string>(), lost: new Set<string>() };
        await readByAfter(
          MEMORY_ROOT,
          { ...whole, tree, broken, fileSystem: failing(whole.fileSystem, broken) },
          found,
        );
        expect(new Set([...found.seen, ...found.lost])).toEqual(new Set(keysOf({ ...whole, tree })));
      }),
      RUNS,
    );
  });

  test("stay within their limit in an object store, and name directories that exist", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyKeys,
        fc.integer({ min: 256, max: 500 }),
        fc.boolean(),
        async (keys, maxOutputBytes, isPassing) => {
          const deep = keys.map((key) => `${"p//".repeat(20)}./${key}`);
          const options = { fileSystem: s3({ client: fakeStore(deep).client }), maxOutputBytes };
          const request = { dir_path: "s3://bucket", order: "tree", depth: 99, include: "a*" };
          let directory: string | undefined = "s3://bucket";
          let after: string | undefined;
          for (let calls = 0; directory !== undefined && calls < 10; calls += 1) {
            const answer = await callListDir({ ...request, dir_path: directory, after }, options);
            expect(Buffer.byteLength(answer.replace(/^error: /, ""))).toBeLessThanOrEqual(maxOutputBytes);
            const advice = answer.startsWith("error: ") ? adviceOf(answer) : {};
            after = isPassing ? advice.after : undefined;
            directory = isPassing && after !== undefined ? directory : advice.dir_path;
            expect(directory === undefined || answer.startsWith("error: ")).toBe(true);
          }
        },
      ),
      RUNS,
    );
  });

  test.each(["codex-sorted", "codex-breadth"] as const)(
    "stay within a limit that is set in profile %s",
    async (profile) => {
      await fc.assert(
        fc.asyncProperty(anyTreeWithin(300, SURE_OUTPUT_BYTES), async ({ tree, fileSystem, limit, maxOutputBytes }) => {
          const lines: string[] = [];
          const options = { profile, fileSystem };
          for (let offset = 1; offset <= tree.length;) {
            const request = { dir_path: MEMORY_ROOT, depth: 1000, limit, offset };
            const answer = await callListDir(request, { ...options, maxOutputBytes });
            expect(Buffer.byteLength(answer.replace(/^error: /, ""))).toBeLessThanOrEqual(maxOutputBytes);
            if (answer.startsWith("error: ")) {
              const advice = adviceOf(answer);
              expect(advice.offset).toBe(String(offset + 1));
              const refused = (await callListDir({ ...request, limit: 1 }, options)).split("\n")[1] as string;
              expect(Buffer.byteLength(refused) + 50).toBeGreaterThan(maxOutputBytes - 50);
              lines.push(refused);
              offset += 1;
              continue;
            }
            const shown = answer
              .split("\n")
              .slice(1)
              .filter((line) => !/^More than \d+ entries found$/.test(line));
            expect(shown.length).toBeGreaterThan(0);
            lines.push(...shown);
            offset += shown.length;
          }
          const whole = await callListDir({ dir_path: MEMORY_ROOT, depth: 1000, limit: 10_000 }, options);
          expect(lines.toSorted()).toEqual(whole.split("\n").slice(1).toSorted());
        }),
        RUNS,
      );
    },
  );
});

describe("answers of list_directory", () => {
  test("stay within a limit of any size, and lead to everything except what they say to skip", async () => {
    await fc.assert(
      fc.asyncProperty(anyTreeWithin(300, 2 * SURE_OUTPUT_BYTES), async (tree) => {
        const found = { seen: new Set<string>(), lost: new Set<string>() };
        await readByOffset(MEMORY_ROOT, tree, found);
        expect(new Set([...found.seen, ...found.lost])).toEqual(new Set(keysOf(tree)));
      }),
      RUNS,
    );
  });
});

describe("a tree that is nothing but deep", () => {
  const options = { maxOutputBytes: 10_000 };
  const request = { include: ["*.ts"], depth: 5000 };
  const name = "directory".repeat(6);
  const deep = Array.from({ length: 70 }, () => name).join("/");

  function makeDeepTree(): string {
    const root = temporaryFolder();
    fs.mkdirSync(path.join(root, deep), { recursive: true });
    fs.writeFileSync(path.join(root, deep, "a.ts"), "");
    fs.writeFileSync(path.join(root, "z.ts"), "");
    return root;
  }

  test.each(["breadth", "tree"])(
    "is refused where the path begins, and found as the refusal says: %s",
    async (order) => {
      const root = makeDeepTree();
      const first = await callListDir({ dir_path: root, ...request, order }, options);
      // By level, the file at the top comes first and is shown.
      expect(first.split("\n")[1]).toBe(order === "breadth" ? "z.ts" : `dir_path: ${root}/${deep}`);
      const offset = order === "breadth" ? 2 : 1;
      const answer = await callListDir({ dir_path: root, ...request, order, offset }, options);
      expect(answer).toBe(
        `error: the path above entry ${offset} (3849 bytes) is too long for an answer of at most 10000 bytes; ` +
          "list the directory by itself, or pass over all in it, in order tree:\n" +
          `dir_path: ${root}/${deep}\nafter: ${deep}/…`,
      );
      const { dir_path: directory, after } = adviceOf(answer);
      expect(await callListDir({ dir_path: directory, ...request }, options)).toBe(`Absolute path: ${directory}\na.ts`);
      expect(await callListDir({ dir_path: root, ...request, after }, options)).toBe(`Absolute path: ${root}\n…\nz.ts`);
    },
  );

  test("is listed in pages if nothing is filtered, as far as a quarter of an answer", async () => {
    const dirPath = makeDeepTree();
    const everything = { dir_path: dirPath, depth: 5000, limit: 2000, order: "tree" };
    const bound = { maxOutputBytes: 6000 };
    let last: string | undefined;
    let refusal = await callListDir(everything, bound);
    while (!refusal.startsWith("error: ")) {
      expect(Buffer.byteLength(refusal)).toBeLessThanOrEqual(6000);
      const { entries, moreThan, next } = readListing(refusal);
      last = entries.at(-1)?.path as string;
      expect(next).toBe(`${last}/`);
      expect(moreThan).toBeGreaterThan(0);
      refusal = await callListDir({ ...everything, after: next }, bound);
    }
    expect(String(last).length).toBeGreaterThan(6000 / 4);
    expect(adviceOf(refusal).dir_path).toBe(`${dirPath}/${last}`);
    expect(Buffer.byteLength(refusal)).toBeLessThanOrEqual(6000);
  });

  test("of 1,990 directories takes 8 KB, not 4 MB", async () => {
    const fileSystem = memory([`/r/${"d/".repeat(1990)}a.ts`]);
    const answer = await callListDir({ dir_path: "/r", ...request }, { fileSystem, ...options });
    expect(Buffer.byteLength(answer)).toBeLessThan(8200);
    const { entries } = await listDir({ dirPath: "/r", ...request, fileSystem });
    expect(entries).toHaveLength(1991);
    expect(entries.filter(({ joined }) => joined === true)).toHaveLength(1989);
  });
});

describe("errors", () => {
  const long = "x".repeat(5000);
  const bounded = (args: object, options: ToolRouterOptions) =>
    callTool("list_dir", args, { maxOutputBytes: 1000, ...options });

  test("are no longer than answers, whatever they say", async () => {
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

  test.each(["leaf", "codex-sorted", "codex-breadth"] as const)(
    "report a path that leaves no room, profile %s",
    async (profile) => {
      const root = `/${"d/".repeat(1999)}d`;
      const fileSystem = memory([`${root}/a`]);
      // Looking for rules in 2,000 directories above would take most of the time of a call.
      const answer = await bounded({ dir_path: root, gitignore: "off" }, { fileSystem, profile });
      expect(answer).toBe(
        "error: dir_path (4000 bytes) is too long for an answer of at most 1000 bytes; list a directory with a shorter path",
      );
      const empty = memory([{ path: root, kind: "directory" }]);
      expect(await bounded({ dir_path: root, gitignore: "off" }, { fileSystem: empty, profile })).toBe(answer);
      expect(await callListDirectory({ path: root }, { fileSystem, maxOutputBytes: 1000 })).toBe(
        answer.replace("dir_path", "path"),
      );
    },
  );

  test("name no directory that a system could not open", async () => {
    // Relative to an open directory a path can be longer than an absolute one.
    const fileSystem = memory([`/r/${`${"d".repeat(99)}/`.repeat(100)}a.ts`]);
    const answer = await callListDir(
      { dir_path: "/r", include: "*.ts", depth: 5000 },
      { fileSystem, maxOutputBytes: 30_000 },
    );
    expect(adviceOf(answer).dir_path).toHaveLength(4002);
  });
});

test("a page is cut in few steps, however much there is", () => {
  const entries = Array.from({ length: 2000 }, (_, index): Visit => {
    const name = `${"n".repeat(20)}${String(index).padStart(4, "0")}` as ByteString;
    return { path: name, kind: "file", depth: 1 };
  });
  let arranged = 0;
  const text = fitPage({ entries, problems: [], more: false }, 10_000, (part) => {
    arranged += part.entries.length;
    return new PageText("/r", part, part.more ? { moreThan: part.entries.length } : {});
  });
  const shown = readListing(String(text)).moreThan ?? 0;
  expect(shown).toBeGreaterThan(380);
  expect(arranged).toBeLessThan(2000 + 10 * shown);
});

/** Finds everything below a directory with `list_directory`, as a model would that does what refusals say. */
async function readByOffset(directory: string, tree: Tree, found: Found): Promise<void> {
  const prefix = below(directory);
  // The order is that of the paths; the `/` of a directory is added later.
  const inOrder = (key: string) => key.replace(/\/$/, "");
  const expected = keysOf(tree)
    .filter((key) => key.startsWith(prefix) && key !== prefix)
    .toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1));
  for (let offset = 0; offset < expected.length;) {
    const request = { path: directory, recursive: true, include: tree.include, maxResults: tree.limit, offset };
    const answer = await ask("list_directory", request, tree);
    if (!answer.startsWith("error: ")) {
      const { files, count } = JSON.parse(answer) as { files: string[]; count: number };
      expect(count).toBe(expected.length);
      expect(files.length).toBeGreaterThan(0);
      expect(files.map((file) => `${prefix}${bytesOfPath(file)}`)).toEqual(
        expected.slice(offset, offset + files.length),
      );
      files.forEach((file) => found.seen.add(`${prefix}${bytesOfPath(file)}`));
      offset += files.length;
      continue;
    }
    const advice = adviceOf(answer);
    const next = Number(advice.offset ?? expected.length);
    const passed = expected.slice(offset, next);
    expect(next).toBeGreaterThan(offset);
    if (advice.path === undefined) {
      passed.forEach((key) => found.lost.add(key));
    } else {
      const inside = below(advice.path);
      expect(passed.every((key) => key.startsWith(inside)) && inside.length > prefix.length).toBe(true);
      await readByOffset(advice.path, tree, found);
    }
    offset = next;
  }
}
