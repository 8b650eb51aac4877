// What git tracks is not ignored, whatever the rules say. Git itself tells what it ignores, with every kind of index.
import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../../src/core/byte-string.ts";
import type { EntryKind } from "../../../src/core/entry.ts";
import { inDepth } from "../../support/deep.ts";
import { git, ignoredByGit } from "../../support/git.ts";
import { listByGitignore } from "../../support/list-by-gitignore.ts";
import { locate, write } from "../../support/make-files.ts";
import { makeFolder } from "../../support/make-tree.ts";
import { makeHugeFolder } from "../../support/many-files.ts";
import { anyRuledTree, type RuledTree } from "../../support/ruled-tree.ts";

const REPOSITORIES = inDepth(5, 500);
const SEED = 20261117;

/** The numbers choose among the files and directories of the tree. */
interface TrackedTree {
  readonly tree: RuledTree;
  readonly version: 2 | 3 | 4;
  readonly isSplit: boolean;
  readonly isSha256: boolean;
  readonly ignoresCase: boolean;
  readonly tracked: readonly boolean[];
  /** What is done to some files once they are tracked. */
  readonly changes: readonly ("none" | "none" | "toggle" | "write" | "remove" | "skip" | "replace")[];
  readonly submodule: number | undefined;
}

const anyTrackedTree: fc.Arbitrary<TrackedTree> = fc.record({
  tree: anyRuledTree,
  version: fc.constantFrom(2, 3, 4),
  isSplit: fc.boolean(),
  isSha256: fc.nat({ max: 5 }).map((number) => number === 0),
  ignoresCase: fc.nat({ max: 3 }).map((number) => number === 0),
  tracked: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  changes: fc.array(fc.constantFrom("none", "none", "toggle", "write", "remove", "skip", "replace"), {
    minLength: 40,
    maxLength: 40,
  }),
  submodule: fc.option(fc.nat(), { nil: undefined }),
});

/** What `git init` makes, once for all repositories. */
const madeByGit = new Map<string, string>();

/** As `git init` and `git config` do it, but without a process for each: there are hundreds of repositories. */
function initialize(folder: string, format: "sha1" | "sha256", config: string): void {
  let made = madeByGit.get(format);
  if (made === undefined) {
    made = makeFolder();
    git(made, ["init", "--quiet", `--object-format=${format}`]);
    fs.rmSync(`${made}/.git/hooks`, { recursive: true });
    madeByGit.set(format, made);
  }
  fs.cpSync(`${made}/.git`, `${folder}/.git`, { recursive: true });
  fs.appendFileSync(`${folder}/.git/config`, config);
}

function update(folder: string, options: readonly string[], paths: readonly string[]): void {
  // Without paths there is only the version to be set.
  if (paths.length === 0 && !options.includes("--index-version")) {
    return;
  }
  git(folder, ["update-index", ...options, "-z", "--stdin"], { input: paths.map((each) => `${each}\0`).join("") });
}

/** Puts the tree and its index on the disk. Returns what is there, and the submodule. */
function putRepository(folder: string, plan: TrackedTree): { kinds: Map<string, EntryKind>; submodule: string } {
  const { tree, version, isSplit, isSha256, ignoresCase, tracked, changes } = plan;
  const config = `[core]\n\tignoreCase = ${ignoresCase}\n[splitIndex]\n\tmaxPercentChange = 100\n`;
  initialize(folder, isSha256 ? "sha256" : "sha1", config);
  const kinds = new Map<string, EntryKind>([...tree.kinds].sort(([a], [b]) => (a < b ? -1 : 1)));
  for (const [below, kind] of kinds) {
    if (kind === "directory") {
      fs.mkdirSync(locate(folder, below));
    } else if (kind === "symlink") {
      fs.symlinkSync(".", locate(folder, below));
    } else {
      write(locate(folder, below), below);
    }
  }
  for (const [directory, text] of tree.ignoreFiles) {
    const below = [directory, ".gitignore"].filter((part) => part !== "").join("/");
    write(locate(folder, below), text);
    kinds.set(below, "file");
  }
  const files = [...kinds].flatMap(([below, kind]) => (kind === "directory" ? [] : [below]));
  const chosen = (change: string) => files.filter((_, number) => changes[number] === change);
  const before = files.filter((_, number) => tracked[number]);
  update(folder, ["--index-version", String(version), "--add"], before);
  if (isSplit) {
    git(folder, ["update-index", "--split-index"]);
    expect(fs.readdirSync(`${folder}/.git`).some((name) => name.startsWith("sharedindex."))).toBe(true);
  }
  const toggled = new Set(chosen("toggle"));
  update(
    folder,
    ["--add"],
    [...toggled].filter((each) => !before.includes(each)),
  );
  update(
    folder,
    ["--force-remove"],
    before.filter((each) => toggled.has(each)),
  );
  const after = files.filter((each) => before.includes(each) !== toggled.has(each));
  const written = chosen("write").filter((each) => kinds.get(each) === "file" && !each.endsWith(".gitignore"));
  written.forEach((each) => write(locate(folder, each), "changed"));
  update(
    folder,
    [],
    written.filter((each) => after.includes(each)),
  );
  update(
    folder,
    ["--skip-worktree"],
    chosen("skip").filter((each) => after.includes(each)),
  );
  const directories = [...kinds].flatMap(([below, kind]) => (kind === "directory" ? [below] : []));
  const free = directories.filter((each) => !after.some((file) => file.startsWith(`${each}/`)));
  const submodule = plan.submodule === undefined ? "" : (free[plan.submodule % free.length] ?? "");
  if (submodule !== "") {
    const hash = "1".repeat(isSha256 ? 64 : 40);
    git(folder, ["update-index", "--add", "-z", "--index-info"], { input: `160000 ${hash} 0\t${submodule}\0` });
  }
  for (const each of chosen("remove").filter((file) => !file.endsWith(".gitignore"))) {
    fs.rmSync(locate(folder, each));
    kinds.delete(each);
  }
  for (const each of chosen("replace").filter((file) => !file.endsWith(".gitignore"))) {
    fs.rmSync(locate(folder, each));
    write(locate(folder, each, "x"), "");
    kinds.set(each, "directory").set(`${each}/x`, "file");
  }
  return { kinds, submodule };
}

/** The directories above an entry, each with a trailing slash. */
function foldersOf(full: string): string[] {
  const names = full.split("/").slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join("/")}/`);
}

/** What git reports as ignored. */
function ignoredInStatus(folder: string): string[] {
  const lines = git(folder, ["status", "--porcelain", "-z", "--ignored", "--untracked-files=all"]);
  return lines
    .split("\0")
    .filter((line) => line.startsWith("!! "))
    .map((line) => line.slice(3));
}

/** Tells by git's index whether a line is of something that git tracks: a file, a submodule, or a directory above one of those. */
function trackedByGit(index: string, ignoresCase: boolean): (line: string) => boolean {
  const fold = (path: string) => (ignoresCase ? path.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : path);
  const entries = index.split("\0").slice(0, -1);
  const paths = entries.map((entry) => fold(entry.slice(entry.indexOf("\t") + 1)));
  const submodules = new Set(paths.filter((_, at) => entries[at]?.startsWith("160000")));
  return (line) => {
    const path = fold(line);
    return path.endsWith("/")
      ? paths.some((each) => each.startsWith(path)) || submodules.has(path.slice(0, -1))
      : paths.includes(path);
  };
}

/** The lines of a listing that are marked, without the mark. */
function markedLines(lines: readonly string[]): string[] {
  return lines
    .filter((line) => line.endsWith(" [ignored]") && !line.startsWith(".git/"))
    .map((line) => line.slice(0, -" [ignored]".length));
}

describe("what git tracks", () => {
  const plans = fc.sample(anyTrackedTree, { seed: SEED, numRuns: REPOSITORIES });
  const groups = Array.from({ length: Math.ceil(plans.length / 25) }, (_, group) => group);

  test.each(groups)(
    `is not ignored, in generated repositories (group %i of ${groups.length})`,
    async (group) => {
      for (const plan of plans.slice(group * 25, (group + 1) * 25)) {
        // In memory, where directories are made and removed in a tenth of the time.
        const folder = makeHugeFolder();
        const { kinds, submodule } = putRepository(folder, plan);
        // Git says nothing about what is in a submodule.
        const isOutside = (line: string) =>
          submodule === "" || !line.startsWith(`${submodule}/`) || line === `${submodule}/`;
        const lines = (await listByGitignore(folder, { mode: "collapse" })).filter(isOutside);
        const marked = new Set(markedLines(lines));
        const context = { plan, index: git(folder, ["ls-files", "--stage", "-z"]) };

        // Git names a directory if everything in it is ignored, whether or not it is ignored itself.
        const files = [...kinds].flatMap(([below, kind]) => (kind === "directory" ? [] : [below])).filter(isOutside);
        const ignoredFiles = (ignored: ReadonlySet<string>) =>
          files.filter((file) => ignored.has(file) || foldersOf(file).some((each) => ignored.has(each)));
        const byStatus = ignoredFiles(new Set(ignoredInStatus(folder)));
        expect({ ignored: ignoredFiles(marked), context }).toEqual({ ignored: byStatus, context });

        const matched = ignoredByGit(folder, kinds.keys());
        const tracked = trackedByGit(context.index, plan.ignoresCase);
        const expected = lines.flatMap((line) => {
          const full = line.replace(/ \[ignored\]$/, "");
          const isIgnored = matched.has(full.replace(/\/$/, "") as ByteString) && !tracked(full);
          return isIgnored ? [full] : [];
        });
        expect({ ignored: [...marked], context }).toEqual({ ignored: expected, context });
        expect((await listByGitignore(folder)).filter(isOutside)).toEqual(
          lines.filter((line) => !line.endsWith(" [ignored]") && !line.startsWith(".git/")),
        );

        // A listing from further down says the same of what it shows.
        const others = lines.filter((line) => /^[ -~]*\/$/.test(line) && !`${submodule}/`.startsWith(line));
        for (const directory of others.slice(0, 3)) {
          const below = lines.flatMap((line) => (line.startsWith(directory) ? [line.slice(directory.length)] : []));
          const listed = await listByGitignore(`${folder}/${directory.slice(0, -1)}`, { mode: "collapse" });
          expect({ listed, context }).toEqual({ listed: below.filter((line) => line !== ""), context });
        }
        fs.rmSync(folder, { recursive: true });
      }
    },
    120_000,
  );
});
