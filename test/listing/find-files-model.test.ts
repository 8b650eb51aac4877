// What a search finds, against a slow and obvious model of which entries match.
import fc from "fast-check";
import { stemmer } from "stemmer";
import { expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { findFiles, findFilesText } from "../../src/listing/find-files.ts";
import { estimateTokens } from "../../src/render/estimate-tokens.ts";
import { renderMap } from "../../src/render/render-map.ts";
import { inDepth } from "../support/deep.ts";
import { unordered } from "../support/memory-tree.ts";
import { readMap } from "../support/read-map.ts";

const anyPart = fc.constantFrom(
  ..."sort sorting sorts query queries user users url s3 v2 Http HTTP server list model é 図 x a".split(" "),
);
const anyGlue = fc.constantFrom("", "-", "_", ".", " ");
const anyName = fc.array(fc.tuple(anyPart, anyGlue, fc.boolean()), { minLength: 1, maxLength: 3 }).map((parts) =>
  parts
    .map(([part, glue, isUpper]) => (isUpper ? capital(part) : part) + glue)
    .join("")
    .trim(),
);
const anyPath = fc.array(anyName, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const anyPaths = fc.uniqueArray(anyPath, { maxLength: 25 });
/** Which of the paths, and how many of its last names are a word. */
const anyPick = fc.tuple(fc.nat(24), fc.integer({ min: 1, max: 3 }));
const anyWord = fc.oneof(
  anyPart,
  anyName.map((name) => name.replaceAll(" ", "")),
  anyPath.map((path) => path.replaceAll(" ", "")),
);

function capital(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1);
}

/** All entries of a tree in which these paths are files. One that is a directory of another path is a directory. */
function entriesOf(paths: readonly string[]): Map<string, "file" | "directory"> {
  const entries = new Map<string, "file" | "directory">();
  for (const path of paths) {
    const names = path.split("/");
    for (let count = 1; count < names.length; count += 1) {
      entries.set(names.slice(0, count).join("/"), "directory");
    }
  }
  for (const path of paths) {
    if (!entries.has(path)) {
      entries.set(path, "file");
    }
  }
  return entries;
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");

const partsOf = (text: string) =>
  text
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => part !== "");

const stemOf = (part: string) => (/^[a-z]{4,}$/.test(part) ? stemmer(part) : part);

/** Whether a name fits a piece of a word. */
function fits(name: string, piece: string): boolean {
  const letters = lettersOf(piece);
  if (letters.length <= 3 && !/\p{Lo}/u.test(letters)) {
    return partsOf(name).includes(letters);
  }
  return lettersOf(name).includes(letters) || partsOf(name).some((part) => stemOf(part) === stemOf(letters));
}

/** Whether a path has names in a row that fit the pieces. */
function hasPieces(path: string, pieces: readonly string[]): boolean {
  const names = path.split("/");
  return names.some((_, start) => {
    const row = names.slice(start, start + pieces.length);
    return row.length === pieces.length && row.every((name, index) => fits(name, pieces[index] as string));
  });
}

/** The entries that a word matches. */
function matchesOf(word: string, paths: readonly string[]): string[] {
  const pieces = word.split("/").filter((piece) => lettersOf(piece) !== "");
  const whole = paths.filter((path) => pieces.length > 0 && hasPieces(path, pieces));
  const parts = partsOf(word).filter((part) => part !== "a" && part !== "s");
  if (whole.length > 0 || partsOf(word).length < 2) {
    return whole;
  }
  return paths.filter((path) => parts.some((part) => hasPieces(path, [part])));
}

test("what matches is found, and nothing else; words that match nothing are told", async () => {
  await fc.assert(
    fc.asyncProperty(anyPaths, fc.array(anyWord, { minLength: 1, maxLength: 3 }), anyPick, async (...given) => {
      const [paths, others, [which, names]] = given;
      const picked = paths[which]?.split("/").slice(-names).join("/").replaceAll(" ", "") ?? "x";
      const words = [...new Set([...others, picked])];
      const entries = entriesOf(paths);
      const fileSystem = memory([
        { path: "/r", kind: "directory" },
        ...Array.from(entries, ([path, kind]) => ({ path: `/r/${path}`, kind })),
      ]);
      const telling = words.filter((word) => lettersOf(word) !== "a");
      const asked = telling.length > 0 ? telling : words;
      const matches = asked.map((word) => matchesOf(word, [...entries.keys()]));
      const unmatched = asked.filter((_, index) => matches[index]?.length === 0);
      const ask = { dirPath: "/r", words, gitignore: "off" } as const;

      const all = await findFiles({ ...ask, fileSystem, budget: 1_000_000 });
      expect(new Set(all.files.map(({ path }) => path))).toEqual(new Set(matches.flat()));
      expect(all.left).toBeUndefined();
      if (entries.size > 0) {
        expect(all.nothingMatches?.globs ?? []).toEqual(unmatched.slice(0, 10));
      }

      for (const budget of [40, 90]) {
        const text = await findFilesText({ ...ask, fileSystem, budget });
        if (estimateTokens(text) > budget) {
          expect((await findFiles({ ...ask, fileSystem, budget })).files.length).toBeLessThanOrEqual(1);
        }
        expect(renderMap(readMap(text))).toBe(text);
        expect(await findFilesText({ ...ask, fileSystem: unordered(fileSystem), budget })).toBe(text);
      }
    }),
    { numRuns: inDepth(24, 1200) },
  );
});
