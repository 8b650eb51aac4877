// Every tool gives the same answer from names that it remembers as from the disk, whatever it is asked.
import fc from "fast-check";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";

import { localDisk } from "../../src/disk/local-disk.ts";
import { callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { makeFolder } from "../support/make-tree.ts";
import { makeManyFiles, numbered } from "../support/many-files.ts";

let root: string;

/** Names around the slash, dot names, names that pretend to be something, and directories among many files. */
const DIRECTORIES = ["a", "a-b", "a.b", "file-1", "build", ".hidden", "wide", "z", "More than 3 entries found"];
const ODD = ["a-", "a.", "a0", "two\nlines", "x@", "é", "[only x]", ".gitignore", ".dot", "a.ts", "a-b.ts", "…"];

beforeAll(async () => {
  root = makeFolder();
  DIRECTORIES.forEach((name) => fs.mkdirSync(path.join(root, name)));
  makeManyFiles(root, [...numbered(2500, "file-").filter((name) => name !== "file-1"), ...ODD.slice(0, -1), "…"]);
  fs.rmSync(path.join(root, ".gitignore"));
  fs.writeFileSync(path.join(root, ".gitignore"), "build/\nfile-2*\n!file-22*\n");
  makeManyFiles(path.join(root, "wide"), numbered(1200, "w"));
  ["a", "build", "z"].forEach((name) => makeManyFiles(path.join(root, name), ["inside.ts", "b"]));
  await sleep(2200);
});

const anyPlace = fc.constantFrom(
  undefined,
  "a",
  "a/",
  "a/…",
  "a-b",
  "file-1/",
  "file-1999",
  "file-2",
  "wide/w5",
  "zz",
  "",
);
const anyFilter = fc.constantFrom(undefined, null, "", "*.ts", "file-1*", "**/inside.ts", "nothing", "wide/**", "!x");

const anyCall = fc.oneof(
  fc.record({
    name: fc.constant("list_dir"),
    order: fc.constantFrom(undefined, null, "breadth", "tree"),
    depth: fc.constantFrom(undefined, 1, 2, 9),
    limit: fc.constantFrom(undefined, 1, 25, 700),
    offset: fc.oneof(fc.constantFrom(undefined, null, 1), fc.integer({ min: 2, max: 4000 })),
    after: anyPlace,
    include: anyFilter,
    exclude: anyFilter,
    gitignore: fc.constantFrom(undefined, "off", "collapse", "omit"),
    hidden: fc.constantFrom(undefined, true, false),
  }),
  fc.record({
    name: fc.constant("list_directory"),
    offset: fc.constantFrom(undefined, 0, 30, 990, 5000),
    max_results: fc.constantFrom(undefined, 1, 1000),
    recursive: fc.constantFrom(undefined, true, false),
    show_hidden: fc.constantFrom(undefined, true, false),
    include: anyFilter,
  }),
  fc.record({
    name: fc.constant("map_dir"),
    budget: fc.constantFrom(undefined, 100, 900),
    fold: fc.constantFrom(undefined, "file-*", "file-1*"),
    gitignore: fc.constantFrom(undefined, "off", "omit"),
  }),
);

test("what is remembered is answered as what is read is", async () => {
  const remembering = localDisk();
  const reading = localDisk({ cacheBytes: 0 });
  await callTool("list_dir", { dir_path: root }, { fileSystem: remembering });
  await fc.assert(
    fc.asyncProperty(
      anyCall,
      fc.constantFrom("", "wide", "wid"),
      fc.constantFrom({}, { roots: true }, { deny: ["file-3*", "**/a"] }, { maxOutputBytes: 400 }),
      async ({ name, ...args }, below, { roots, ...bounds }: { roots?: boolean }) => {
        const place = below === "" ? root : path.join(root, below);
        const given = { ...args, [name === "list_directory" ? "path" : "dir_path"]: place };
        const limits = { ...bounds, ...(roots === true && { roots: [root] }) };
        const answers = await Promise.all(
          [remembering, reading].map((fileSystem) => callTool(name, given, { ...limits, fileSystem })),
        );
        expect(answers[0]).toBe(answers[1]);
      },
    ),
    { numRuns: inDepth(8, 500) },
  );
});
