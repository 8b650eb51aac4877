// Random calls with one invariant: each gets an answer within its bounds that parses back to existing entries inside the
// root, or an error for the model. Never a crash, a hang, a line that is not an entry, or a name from outside.
import fc from "fast-check";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { localDisk } from "../../src/disk/local-disk.ts";
import { shownKind } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { MapContents } from "../../src/text/map-text.ts";
import { renderListing } from "../../src/text/listing.ts";
import { parseQuotedRoot, renderCursor } from "../../src/text/entry-label.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { ORIGINALS } from "../../src/tools/profile.ts";
import { TOOL_NAMES } from "../../src/tools/tool-list.ts";
import { FunctionCallError } from "../../src/tooling/function-call-error.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { Dice } from "../support/dice.ts";
import { makeCall, type FuzzCall } from "../support/fuzz-calls.ts";
import { temporaryFolder } from "../support/make-tree.ts";
import { MEMORY_ROOT, memoryTree, unordered, type ModelEntry } from "../support/model-tree.ts";
import { readListing } from "../support/read-listing.ts";
import { readMap } from "../support/read-map.ts";

/** `npm run e2e -- fuzz` sets these. */
const CALLS = Number(process.env["DIRLEAF_FUZZ_CALLS"] ?? inDepth(150, 50_000));
const SEED = Number(process.env["DIRLEAF_FUZZ_SEED"] ?? 20_261_115);

const CALLS_A_TREE = 200;
/** After how many calls the processor time is looked at, which takes a tenth as long as a call. */
const CALLS_A_LOOK = 10;
/** One tree in this many is on a real disk. */
const DISK_SHARE = 4;

interface Target {
  readonly fileSystem: FileSystem;
  readonly root: string;
  readonly tree: readonly ModelEntry[];
}

/** Puts a tree on disk, with links to the outside, where every name is SECRET. */
function onDisk(tree: readonly ModelEntry[]): Target {
  const folder = temporaryFolder();
  const root = path.join(folder, "root");
  fs.mkdirSync(path.join(folder, "outside/SECRET"), { recursive: true });
  fs.mkdirSync(root);
  for (const { path: relative, kind } of tree) {
    const location = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(relative)]);
    if (kind === "directory") {
      fs.mkdirSync(location);
    } else if (kind === "symlink" || kind === "other") {
      fs.symlinkSync(path.join(folder, "outside"), location);
    } else {
      fs.writeFileSync(location, relative.endsWith(".gitignore") ? "a\n!b\n" : "");
    }
  }
  const kinds = tree.map((entry) => (entry.kind === "other" ? { ...entry, kind: "symlink" as const } : entry));
  return { fileSystem: diskOf(folder), root, tree: kinds };
}

/** A disk that contains only one folder. Where all of it is open, a call may list any directory, and the test can't know its contents. */
function diskOf(folder: string): FileSystem {
  const disk = localDisk();
  const refuseOthers = (location: string): void => {
    const place = path.posix.normalize(`${location}/`);
    if (!place.startsWith(`${folder}/`)) {
      throw Object.assign(new Error(`EACCES: ${place}`), { code: "EACCES" });
    }
  };
  return {
    ...disk,
    // Its roots may be missing.
    isLocalDisk: false,
    readDirectory(directory, options) {
      refuseOthers(String(directory));
      return disk.readDirectory(directory, options);
    },
  };
}

function inMemory(tree: readonly ModelEntry[], isOrdered: boolean): Target {
  const fileSystem = memoryTree(tree);
  return { fileSystem: isOrdered ? fileSystem : unordered(fileSystem), root: MEMORY_ROOT, tree };
}

/** `expect`, but fast enough for hundreds of thousands of checks. */
function must(isTrue: boolean, what: string): void {
  if (!isTrue) {
    throw new Error(`expected ${what}`);
  }
}

function boundOf({ maxOutputBytes = 32 * 1024 }: FuzzCall["options"]): number {
  return maxOutputBytes;
}

/** Ages are counted from one time, or the same call could have two answers. */
beforeAll(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => vi.useRealTimers());

async function answer({ toolName, json, options }: FuzzCall, fileSystem: FileSystem): Promise<string | undefined> {
  try {
    const tools = { tools: TOOL_NAMES, fileSystem };
    const router = createToolRouter({ ...options, ...tools });
    const payload = { type: "function", arguments: json } as const;
    return (await router.dispatch({ toolName, callId: "1", payload })).content;
  } catch (error) {
    if (!(error instanceof FunctionCallError) || error.kind !== "respond_to_model") {
      throw error;
    }
    must(Buffer.byteLength(error.message) <= Math.min(boundOf(options), 10_000), "a short error");
    must(!error.message.includes("SECRET"), "nothing from outside");
    return undefined;
  }
}

/** Whether the tool answers as an original did. */
function isOriginal({ toolName, options }: FuzzCall): boolean {
  return [options.profile ?? "leaf"].flat().some((profile) => ORIGINALS[profile]?.name === toolName);
}

/** Fails unless every entry in the answer is in the tree, below the requested root. */
function check(call: FuzzCall, content: string, { tree, root }: Target): void {
  // A directory that was left out is the only root. Empty arguments are none.
  const given = JSON.parse(call.json.trim() || "{}") as Record<string, unknown> | null;
  const [named] = Object.values(given ?? {});
  const written = typeof named === "string" ? named : ".";
  // A relative path is taken from the only root.
  const { roots = "any" } = call.options;
  const [only, ...others] = roots === "any" ? [] : roots;
  const isFromRoot = only !== undefined && others.length === 0 && !/^"?\//.test(written);
  const asked = isFromRoot ? `${only}/${written}` : written;
  if (roots === "any" && !isOfTree(tree, root, asked)) {
    // Any directory may be listed, and the test can't know its contents.
    return;
  }
  if (roots !== "any" && roots.some((allowed) => isLink(tree, root, allowed))) {
    // The operator has allowed what a link leads to, which here is the outside.
    return;
  }
  must(!content.includes("SECRET"), "nothing from outside");
  const { maxOutputBytes, maxLimit = 2000 } = call.options;
  const isBounded = !isOriginal(call) || maxOutputBytes !== undefined;
  must(!isBounded || Buffer.byteLength(content) <= boundOf(call.options), "a short answer");
  if (isOriginal(call)) {
    must(/^(?:Absolute path: |\{"directory":)/.test(content) && !content.includes('"truncated":'), "its beginning");
    return;
  }
  if (call.toolName === "map_dir") {
    checkMap(readMap(content), "", knownPaths(tree, root, asked));
    return;
  }
  if (!["list_dir", "list_directory"].includes(call.toolName)) {
    // Only the tool's own tests know how to read its answer.
    return;
  }
  must(call.toolName !== "list_dir" || renderListing(readListing(content)) === content, "a text that reads back");
  const entries =
    call.toolName === "list_dir"
      ? readListing(content).entries.map((entry) => ({ path: entry.path, kind: entry.kind }))
      : (JSON.parse(content) as { files: string[] }).files.map((file) => ({
          path: unquoted(file.replace(/\/$/, "")),
          kind: file.endsWith("/") ? "directory" : undefined,
        }));
  const below = knownPaths(tree, root, asked);
  for (const { path: found, kind } of entries) {
    must(below.has(found), `an entry, not ${found}`);
    must(kind === undefined || below.get(found) === kind, `the kind of ${found}`);
  }
  if (entries.length > 1) {
    must(call.toolName === "list_directory" || entries.length <= maxLimit * 8, "few entries");
  }
}

/** Fails unless every name on a map is in the tree, and every count is of something. */
function checkMap(map: MapContents, above: string, below: ReadonlyMap<string, string>): void {
  for (const file of map.files) {
    must(below.get(above + file.name) === file.kind, `the kind of ${file.name}`);
  }
  for (const { glob, count } of map.folds) {
    must(count > 0 && glob.includes("*"), `something behind ${glob}`);
  }
  for (const directory of [...map.closed, ...map.open]) {
    must(below.get(above + directory.name) === "directory", `a directory, not ${directory.name}`);
  }
  for (const directory of map.open) {
    checkMap(directory, `${above}${directory.name}/`, below);
  }
}

function isLink(tree: readonly ModelEntry[], root: string, allowed: string): boolean {
  return tree.some((entry) => entry.kind === "symlink" && allowed === `${root}/${entry.path}`);
}

function isOfTree(tree: readonly ModelEntry[], root: string, asked: string): boolean {
  const normal = path.posix.normalize(asked).replace(/\/$/, "");
  return normal === root || tree.some((entry) => entry.kind === "directory" && normal === `${root}/${entry.path}`);
}

/** The paths that a listing of `asked` can show, with their kinds. */
function knownPaths(tree: readonly ModelEntry[], root: string, asked: string): Map<string, string> {
  const known = new Map<string, string>();
  for (const given of [asked, parseQuotedRoot(asked) ?? ""]) {
    const normal = path.posix.normalize(given).replace(/\/$/, "");
    const prefix = normal === root ? "" : `${normal.slice(root.length + 1)}/`;
    for (const entry of tree) {
      if (entry.path.startsWith(prefix)) {
        known.set(entry.path.slice(prefix.length), entry.kind);
      }
    }
  }
  return known;
}

function unquoted(file: string): string {
  return parseQuotedRoot(file) ?? file;
}

test(`${CALLS} calls are answered`, { timeout: 3_600_000 }, async () => {
  const dice = new Dice(SEED);
  const trees = fc.sample(anyTree, { numRuns: Math.ceil(CALLS / CALLS_A_TREE), seed: SEED });
  const outcomes = { answers: 0, errors: 0, slowest: 0 };
  for (const [index, tree] of trees.entries()) {
    const target = index % DISK_SHARE === 0 ? onDisk(tree) : inMemory(tree, index % 2 === 0);
    const shown = target.tree.map((entry) => renderCursor({ ...entry, kind: shownKind(entry.kind) }));
    const before = process.cpuUsage();
    let used = before.user + before.system;
    for (let count = 0; count < CALLS_A_TREE; count += 1) {
      const call = makeCall(dice, target.root, shown);
      try {
        const content = await answer(call, target.fileSystem);
        outcomes.answers += Number(content !== undefined);
        outcomes.errors += Number(content === undefined);
        if (content !== undefined) {
          check(call, content, target);
        }
      } catch (error) {
        throw new Error(`tree ${index}, call ${count}: ${JSON.stringify(call)}`, { cause: error });
      }
      if ((count + 1) % CALLS_A_LOOK === 0) {
        const { user, system } = process.cpuUsage();
        outcomes.slowest = Math.max(outcomes.slowest, (user + system - used) / 1000);
        used = user + system;
      }
    }
  }
  // Both outcomes are common. Reading ends at the deadline of half a second; what is computed from what was read runs to its end. This is
  // processor time of ten calls, so that other work on the machine does not count.
  expect(outcomes.answers).toBeGreaterThan(CALLS / 4);
  expect(outcomes.errors).toBeGreaterThan(CALLS / 10);
  expect(outcomes.slowest).toBeLessThan(5000);
});
