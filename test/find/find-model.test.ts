// What a search finds, against a slow and obvious model of which entries match.
import fc from "fast-check";
import { expect, test } from "vitest";

import { estimateTokens } from "../../src/text/estimate-tokens.ts";
import { inDepth } from "../support/deep.ts";
import { findIn, smallFileSystem } from "../support/find-tree.ts";

const anyPart = fc.constantFrom(
  ..."sort sorting sorts query queries user users url s3 v2 sql Http HTTP server list model é 図 x a the serer modle".split(
    " ",
  ),
);
const anyGlue = fc.constantFrom("", "-", "_", ".", " ");
const anyName = fc.array(fc.tuple(anyPart, anyGlue, fc.boolean()), { minLength: 1, maxLength: 3 }).map((parts) =>
  parts
    .map(([part, glue, isUpper]) => (isUpper ? part.charAt(0).toUpperCase() + part.slice(1) : part) + glue)
    .join("")
    .trim(),
);
const anyPath = fc.array(anyName, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const anyPaths = fc.uniqueArray(anyPath, { maxLength: 25 });
const anyWord = fc.oneof(
  anyPart,
  anyName.map((name) => name.replaceAll(" ", "")),
  anyPath.map((path) => path.replaceAll(" ", "")),
  anyPath.map((path) => `${path.replaceAll(" ", "")}/`),
);
const anyGuess = fc.array(anyWord, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
/** Which of the paths is a guess: its last names, or a glob of the first and the last. */
const anyPick = fc.tuple(
  fc.nat(24),
  fc.constantFrom<(names: readonly string[]) => string>(
    ...[1, 2, 3].map((count) => (names: readonly string[]) => names.slice(-count).join("/")),
    (names) => `${names[0]}/${names.at(-1)?.slice(0, 2)}*`,
    (names) => `/*/${names.at(-1)?.slice(0, 2)}*`,
    (names) => `*${names.at(-1)?.slice(1)}`,
  ),
);

const EMPTY = new Set(["a", "the", "s"]);

/** All entries of a tree in which these paths are files. One that is a directory of another path is a directory. */
function entriesOf(paths: readonly string[]): Map<string, "file" | "directory"> {
  const entries = new Map<string, "file" | "directory">();
  for (const path of paths) {
    const names = path.split("/");
    for (let count = 1; count < names.length; count += 1) {
      entries.set(names.slice(0, count).join("/"), "directory");
    }
  }
  for (const path of paths.filter((each) => !entries.has(each))) {
    entries.set(path, "file");
  }
  return entries;
}

/** The parts of names that were split before: each is asked for very often. */
const known = new Map<string, readonly string[]>();

function partsOf(text: string): readonly string[] {
  const parts =
    known.get(text) ??
    text
      .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
      .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((part) => part !== "");
  known.set(text, parts);
  return parts;
}

const lettersOf = (text: string): string => partsOf(text).join("");

/** Of the words above. */
const stemOf = (part: string): string => part.replace(/^queries$/, "query").replace(/^(sort|user)(?:s|ing)$/, "$1");

function fitsName(name: string, text: string): boolean {
  const letters = lettersOf(text);
  if (letters.length <= 3 && !/\p{Lo}/u.test(letters)) {
    const inTurn = (each: string): string => ` ${partsOf(each).join(" ")} `;
    const isWhole = (part: string): boolean =>
      part.startsWith(letters) && /^(?:\d*|s)$/.test(part.slice(letters.length));
    return partsOf(name).some(isWhole) || inTurn(name).includes(inTurn(text));
  }
  return lettersOf(name).includes(letters) || partsOf(name).some((part) => stemOf(part) === stemOf(letters));
}

type Entries = ReadonlyMap<string, "file" | "directory">;

/** Whether one text becomes the other by a letter more, less or other, or by two swapped. */
function isOneSlip(one: string, other: string): boolean {
  const letters = [...one];
  const without = (text: string) => Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1));
  const swapped = letters.map((_, at) =>
    letters.with(at, one[at + 1] ?? "").with(Math.min(at + 1, one.length - 1), one[at] ?? ""),
  );
  return (
    without(one).includes(other) ||
    without(other).includes(one) ||
    (one.length === other.length && letters.filter((letter, at) => letter !== other[at]).length <= 1) ||
    swapped.some((each) => each.join("") === other)
  );
}

function fitsMisspelt(name: string, text: string): boolean {
  return partsOf(name).some((part) => isOneSlip(part, lettersOf(text)));
}

/** Whether a glob fits a path: as it is written if it has a capital. In part: with any directories at each slash but a first one. */
function fitsGlob(path: string, glob: string, isInPart: boolean): boolean {
  const names = glob.replace(/^\//, "").split("/");
  const hasCapital = /\p{Lu}/u.test(glob);
  const patterns = names.map((name) =>
    Array.from(name, (letter) =>
      letter === "*" ? "[^/]*" : `[${letter}${hasCapital ? "" : letter.toUpperCase()}]`,
    ).join(""),
  );
  const start = glob.startsWith("/") ? "" : "(.*/)?";
  return new RegExp(`^${start}${patterns.join(isInPart ? "/(.*/)?" : "/")}$`, "su").test(path);
}

/** Whether a word, path or glob fits the end of an entry's path. */
function fitsEnd(path: string, word: string, entries: Entries): boolean {
  if (word.includes("*")) {
    return fitsGlob(path, word, false);
  }
  const pieces = word.split("/").filter((piece) => lettersOf(piece) !== "");
  const names = path.split("/").slice(-pieces.length);
  const isKind = !word.endsWith("/") || entries.get(path) === "directory";
  return isKind && names.length === pieces.length && names.every((name, index) => fitsName(name, pieces[index] ?? ""));
}

/** The path and those of the directories above it. */
function upwards(path: string): string[] {
  const names = path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

function saysNothing(word: string): boolean {
  return !/[/*]/.test(word) && EMPTY.has(partsOf(word).join(" "));
}

function wordsOf(guess: string): string[] {
  const words = guess.split(" ").filter((word) => word.includes("*") || lettersOf(word) !== "");
  const telling = words.filter((word) => !saysNothing(word));
  return telling.length > 0 ? telling : words;
}

interface Matches {
  readonly whole: readonly string[];
  readonly misspelt: readonly string[];
  readonly inPart: readonly string[];
}

/** The entries that a guess matches. */
function matchesOf(guess: string, entries: Entries): Matches {
  const words = wordsOf(guess);
  const paths = [...entries.keys()];
  const withBelow = (fits: (path: string) => boolean): string[] => paths.filter((path) => upwards(path).some(fits));
  const whole = withBelow(
    (path) =>
      words.some((word) => fitsEnd(path, word, entries)) &&
      words.every((word) => upwards(path).some((above) => fitsEnd(above, word, entries))),
  );
  const isMisspelt = (word: string) =>
    !/[/*]/.test(word) && lettersOf(word).length >= 5 && !paths.some((path) => fitsEnd(path, word, entries));
  const misspelt = words.flatMap((slip, at) => {
    const fits = (path: string, word: string, index: number) =>
      index === at ? fitsMisspelt(path.split("/").at(-1) ?? "", slip) : fitsEnd(path, word, entries);
    return isMisspelt(slip)
      ? withBelow(
          (path) =>
            words.some((word, index) => fits(path, word, index)) &&
            words.every((word, index) => upwards(path).some((above) => fits(above, word, index))),
        )
      : [];
  });
  const globs = words.filter((word) => /.\/.*\*/.test(word));
  if (whole.length > 0 || misspelt.length > 0 || (partsOf(words.join(" ")).length < 2 && globs.length === 0)) {
    return { whole, misspelt: whole.length > 0 ? [] : misspelt, inPart: [] };
  }
  const parts = words
    .filter((word) => !word.includes("*"))
    .flatMap((word) => partsOf(word.replace(/\.sql$/i, "")))
    .filter((part) => !EMPTY.has(part));
  const fitsPart = (path: string) =>
    parts.some((part) => fitsEnd(path, part, entries)) || globs.some((glob) => fitsGlob(path, glob, true));
  return { whole, misspelt, inPart: withBelow(fitsPart) };
}

test("what matches is found, and nothing else; guesses that match in part or nothing are reported", async () => {
  await fc.assert(
    fc.asyncProperty(anyPaths, fc.array(anyGuess, { minLength: 1, maxLength: 3 }), anyPick, async (...given) => {
      const [paths, others, [which, toGuess]] = given;
      const picked = toGuess((paths[which] ?? "x").split("/")).replaceAll(" ", "");
      const words = [...new Set([...others, picked])];
      const entries = entriesOf(paths);
      fc.pre(entries.size > 0);
      const tree = Array.from(entries, ([path, kind]) => (kind === "directory" ? `${path}/` : path));
      const fileSystem = smallFileSystem(tree);
      const telling = words.filter((guess) => wordsOf(guess).some((word) => !saysNothing(word)));
      const asked = telling.length > 0 ? telling : words;
      const matches = asked.map((guess) => matchesOf(guess, entries));
      const matching = new Set(matches.flatMap(({ whole, misspelt, inPart }) => [...whole, ...misspelt, ...inPart]));

      const { found } = await findIn([], { fileSystem, words });
      expect(found.files.filter(({ path }) => !matching.has(path))).toEqual([]);
      const isInPart = (index: number): boolean => (matches[index]?.inPart.length ?? 0) > 0;
      const isMisspelt = (index: number): boolean => (matches[index]?.misspelt.length ?? 0) > 0;
      const isWhole = (index: number): boolean => (matches[index]?.whole.length ?? 0) > 0 || isMisspelt(index);
      expect(found.spelledOtherwise ?? []).toEqual(asked.filter((_, index) => isMisspelt(index)));
      expect((found.onlyInPart ?? []).map(({ guess }) => guess)).toEqual(asked.filter((_, index) => isInPart(index)));
      expect(found.nothingMatches ?? []).toEqual(asked.filter((_, index) => !isInPart(index) && !isWhole(index)));

      const reversed = smallFileSystem(tree.toReversed());
      for (const budget of [1, 40, 90, 1e6]) {
        const { text, found: some } = await findIn([], { fileSystem, words, budget });
        expect(some.files.length <= 1 || estimateTokens(text) <= budget).toBe(true);
        // Whatever the budget is, everything that matches is shown or counted.
        expect(countShown(text, matching) + (some.notShown?.count ?? 0)).toBe(matching.size);
        // The order in which a backend returns entries does not matter.
        expect((await findIn([], { fileSystem: reversed, words, budget })).text).toBe(text);
      }
    }),
    { numRuns: inDepth(40, 800) },
  );
});

/** How many of the entries that match an answer shows or counts, read from its text. */
function countShown(text: string, matching: ReadonlySet<string>): number {
  const stack: string[] = [];
  const shown = new Set<string>();
  const wholly: string[] = [];
  let folded = 0;
  const lines = text.split("\n").slice(1);
  for (const line of lines.filter((each) => !each.startsWith("["))) {
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2;
    stack.length = depth;
    const words = line.trim().match(/(?:"(?:[^"\\]|\\.)*"\/?|[^\s"])+|\([\d,]+\)/g) ?? [];
    const plain = words.map((word) => word.replaceAll(/"((?:[^"\\]|\\.)*)"/g, "$1"));
    if (words.length === 1 && words[0]?.endsWith("/")) {
      const path = stack.join("") + (plain[0] ?? line.trim()).replace(/\/$/, "");
      for (const above of upwards(path)) {
        shown.add(above);
      }
      stack.push(`${path.slice(stack.join("").length)}/`);
      continue;
    }
    for (let index = 0; index < plain.length; index += 1) {
      const counted = /^\((\d+)\)$/.exec(plain[index + 1] ?? "");
      const path = stack.join("") + (plain[index] ?? "").replace(/\/$/, "");
      if (counted !== null) {
        index += 1;
      }
      if (counted !== null && path.includes("*")) {
        folded += Number(counted[1]);
      } else {
        for (const above of upwards(path)) {
          shown.add(above);
        }
        wholly.push(...(counted === null ? [] : [path]));
      }
    }
  }
  const isShown = (path: string): boolean => shown.has(path) || wholly.some((above) => path.startsWith(`${above}/`));
  return folded + [...matching].filter(isShown).length;
}
