// What `find_files` is put beside: a pattern for each guess, as a shell has it, and finders that others made. Each ranks the paths that fit one
// guess, takes no more than a page of them, and is asked once for each guess of a call.
import path from "node:path";
import { pathToFileURL } from "node:url";

import { FINDER_MODULES } from "../reference.mjs";
import { makeTree } from "../trees.mjs";

/** How many paths of one guess are looked at: more than any budget holds. */
const PAGE = 200;

/** The parts of a guess that must all be there: a space and a `*` stand for anything. */
function partsOf(guess) {
  return guess.split(/[\s*]+/).filter((part) => part !== "");
}

/** The strongest baseline that is twenty lines: every path that a guess fits without regard to case, the shortest first. */
async function shell({ paths }) {
  const sorted = paths.toSorted((a, b) => a.length - b.length);
  return (guess) => {
    const parts = partsOf(guess).map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp(parts.join(".*"), "i");
    return parts.length === 0 ? [] : sorted.filter((file) => pattern.test(file));
  };
}

async function fuzzysort({ paths }) {
  const { default: finder } = await load("fuzzysort/fuzzysort.js");
  const prepared = paths.map((file) => finder.prepare(file));
  return (guess) => finder.go(partsOf(guess).join(" "), prepared, { limit: PAGE }).map(({ target }) => target);
}

/** As its command with `--exact`: all parts, in any order; the shorter path first where the score is the same. */
async function fzf({ paths }) {
  const { Fzf, extendedMatch, byLengthAsc } = await load("fzf/dist/fzf.es.js");
  const finder = new Fzf(paths, { fuzzy: false, match: extendedMatch, tiebreakers: [byLengthAsc], limit: PAGE });
  return (guess) => finder.find(partsOf(guess).join(" ")).map(({ item }) => item);
}

/** The value of fff's result. A rival that fails finds nothing, which would be good for us. */
function valueOf(result) {
  if (!result.ok) {
    throw new Error(`fff: ${result.error}`);
  }
  return result.value;
}

function pathsOf(result) {
  return valueOf(result).items.map(({ relativePath }) => relativePath);
}

/** It reads a disk. A guess with a `*` goes to its globs, and where they find nothing, to its search. */
async function fff({ name, paths }) {
  const { FileFinder } = await load("@ff-labs/fff-node/dist/src/index.js");
  const finder = valueOf(
    FileFinder.create({ basePath: makeTree(name, paths), disableMmapCache: true, disableWatch: true, aiMode: true }),
  );
  if (!valueOf(finder.waitForScanBlocking(60_000))) {
    throw new Error("fff: the tree was not read in time");
  }
  return (guess) => {
    const byGlob = guess.includes("*") ? pathsOf(finder.glob(`**/${guess}`, { pageSize: PAGE })) : [];
    return byGlob.length > 0 ? byGlob : pathsOf(finder.fileSearch(partsOf(guess).join(" "), { pageSize: PAGE }));
  };
}

function load(file) {
  return import(pathToFileURL(path.join(FINDER_MODULES, file)).href);
}

/** Each makes a function that ranks the paths of a repository for one guess. */
export const FINDERS = { "`grep`, the shortest path first": shell, fuzzysort, "fzf --exact": fzf, fff };
