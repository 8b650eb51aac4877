// What `find_files` is put beside: a pattern for each guess, as a shell has it, and finders that others made. Each ranks the paths that fit one
// guess, takes no more than a page of them, and is asked once for each guess of a call.
import path from "node:path";
import { pathToFileURL } from "node:url";

import { FINDER_MODULES } from "../reference.mjs";
import { makeTree } from "../trees.mjs";
import { takeTurns } from "./layouts.mjs";

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

// The two below rank the paths of a whole query, and put tests and documentation last, which suits issues.

const isAside = (file) =>
  /(?:^|\/)tests?(?:\/|_|\.|$)|(?:^|\/)test_|_tests?\.|(?:^|\/)(?:docs?|examples?)\//i.test(file);

/** Words in small letters without the commonest endings. */
function stemsOf(text) {
  const words =
    text
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z][a-z0-9]*|\d+/g) ?? [];
  return words.map((word) => (word.length > 4 ? word.replace(/(?:ies|ing|ed|es|s)$/, "") : word));
}

/** The formula of search engines: rare words count more than common ones, and words of short paths more than those of long ones. */
export function bm25(paths) {
  const documents = paths.map((file) => ({ file, stems: stemsOf(file), aside: Number(isAside(file)) }));
  const frequency = new Map();
  for (const { stems } of documents) {
    new Set(stems).forEach((stem) => frequency.set(stem, (frequency.get(stem) ?? 0) + 1));
  }
  const average = documents.reduce((sum, { stems }) => sum + stems.length, 0) / documents.length;
  const rarity = (stem) => Math.log(1 + (documents.length - frequency.get(stem) + 0.5) / (frequency.get(stem) + 0.5));
  return (words) => {
    const wanted = countOf(stemsOf(words.join(" ")));
    const scored = documents.map(({ file, stems, aside }) => {
      const length = 1.2 * (0.25 + (0.75 * stems.length) / average);
      let score = 0;
      for (const [stem, times] of countOf(stems)) {
        score += wanted.has(stem)
          ? rarity(stem) * ((2.2 * times) / (times + length)) * Math.min(3, wanted.get(stem))
          : 0;
      }
      return { file, aside, score };
    });
    const found = scored.filter(({ score }) => score > 0);
    found.sort((a, b) => a.aside - b.aside || b.score - a.score || a.file.length - b.file.length);
    return found.map(({ file }) => file);
  };
}

function countOf(items) {
  const counts = new Map();
  items.forEach((item) => counts.set(item, (counts.get(item) ?? 0) + 1));
  return counts;
}

/** A pattern for each guess, a dotted name as a path; if it finds nothing, for the longest part of it that does. */
export function grepInTurns(paths) {
  const sorted = paths.toSorted((a, b) => Number(isAside(a)) - Number(isAside(b)) || a.length - b.length);
  const find = (guess) => {
    const parts = guess.split(/[./]+/).filter((part) => part !== "");
    for (let from = 0; from < parts.length; from += 1) {
      for (let to = parts.length; to > from; to -= 1) {
        const escaped = parts.slice(from, to).map((part) => part.replaceAll(/\W/g, "\\$&"));
        const pattern = new RegExp(escaped.join("/"), "i");
        const found = sorted.filter((file) => pattern.test(file)).slice(0, PAGE);
        if (found.length > 0) {
          return found;
        }
      }
    }
    return [];
  };
  return (guesses) => takeTurns(guesses.map(find));
}
