// Directories before files: where a directory on a map hides directories behind a fold, it names no files that a fold could stand for.
import fc from "fast-check";
import { expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { mapDirText } from "../../src/listing/map-dir.ts";
import type { MapContents, MapFold } from "../../src/render/directory-map.ts";
import { estimateTokens } from "../../src/render/estimate-tokens.ts";
import { parseMap } from "../../src/render/parse-map.ts";
import { inDepth } from "../support/deep.ts";

/** A tree: what is in a directory, by name; a file has nothing. */
interface Tree {
  readonly [name: string]: Tree | undefined;
}

const anyFileName = fc
  .tuple(
    fc.constantFrom(...".abcmpqtvABCGHLMNPRST07"),
    fc.constantFrom("lpha", "lpha-beta", "x-1", "config"),
    fc.constantFrom("", ".md", ".json", ".ts", ".build.json"),
  )
  .map((parts) => parts.join(""));

const anyDirectoryName = fc
  .tuple(
    fc.constantFrom(..."._abcdefghijklnopstvwxyA"),
    fc.constantFrom("rc", "ocs", "ackage", "release-1", "release-2"),
  )
  .map((parts) => parts.join(""));

/** Directories that hold so many files, and no directories. */
const anyFlat: fc.Arbitrary<Tree> = fc
  .oneof(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 10, max: 120 }))
  .map((count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, undefined])));

function anyTree(inside: fc.Arbitrary<Tree>, most: number): fc.Arbitrary<Tree> {
  const files = fc.uniqueArray(anyFileName, { minLength: 8, maxLength: 24, size: "max" });
  return fc
    .tuple(files, fc.dictionary(anyDirectoryName, inside, { minKeys: 4, maxKeys: most, size: "max" }))
    .map(([names, directories]) => ({
      ...Object.fromEntries(names.map((name) => [name, undefined])),
      ...directories,
    }));
}

const anyProject = anyTree(fc.oneof({ weight: 4, arbitrary: anyFlat }, anyTree(anyFlat, 6)), 40);

function pathsOf(tree: Tree, above: string): string[] {
  return Object.entries(tree).flatMap(([name, inside]) =>
    inside === undefined ? [`${above}/${name}`] : pathsOf(inside, `${above}/${name}`),
  );
}

/** How many entries there are in a directory, all levels together. */
function sizeOf(tree: Tree): number {
  return Object.values(tree).reduce((sum, inside) => sum + 1 + (inside === undefined ? 0 : sizeOf(inside)), 0);
}

function isTelling(glob: string): boolean {
  return glob.replaceAll(/\[.-.\]|[^A-Za-z0-9]/g, "").length >= 3;
}

/** Whether a fold hides directories: it doesn't say which, and they are neither dot names nor many small ones. */
function isHiding({ glob, count, below }: MapFold, tree: Tree): boolean {
  if (below === undefined || isTelling(glob) || glob.startsWith(".")) {
    return false;
  }
  const pattern = new RegExp(`^${glob.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
  const directories = Object.entries(tree).filter(([name, inside]) => inside !== undefined && pattern.test(name));
  return directories.length <= 16 || count + below >= sizeOf(tree) / 4;
}

const ALPHABETS = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];

/** Folds of four files or more, all of them named, that would save tokens: of what they begin with, or of a range of letters. */
function needlesslyNamed(names: readonly string[], named: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const addIfNeedless = (fold: string, files: readonly string[]) => {
    const tokens = files.reduce((sum, name) => sum + estimateTokens(` ${name}`), 0);
    if (files.length > 3 && tokens > estimateTokens(` ${fold} (10)`) + 4) {
      found.push(fold);
    }
  };
  for (const prefix of new Set([...named].flatMap((name) => [...name].map((_, length) => name.slice(0, length))))) {
    const all = names.filter((name) => name.startsWith(prefix));
    addIfNeedless(`${prefix}*`, prefix !== "" && all.every((name) => named.has(name)) ? all : []);
    for (const alphabet of ALPHABETS) {
      let files: string[] = [];
      let first: string | undefined;
      for (const letter of [...alphabet, ""]) {
        const alike = names.filter((name) => name.startsWith(prefix + letter));
        if (letter !== "" && alike.every((name) => named.has(name))) {
          files.push(...alike);
          first ??= letter;
        } else {
          addIfNeedless(`${prefix}[${first}-z]*`, files);
          files = [];
          first = undefined;
        }
      }
    }
  }
  return found;
}

/** The folds that are missing in a block and those inside it. */
function missingFolds(block: MapContents, tree: Tree): string[] {
  const isHidden = block.folds.some((fold) => isHiding(fold, tree));
  const named = new Set(isHidden ? block.files.map(({ name }) => name) : []);
  const inside = block.open.flatMap(({ name, ...opened }) =>
    missingFolds(
      opened,
      name.split("/").reduce((above, each) => above[each] ?? {}, tree),
    ),
  );
  return [...needlesslyNamed(Object.keys(tree), named), ...inside];
}

test("no files are named that could be folded while directories beside them are hidden", async () => {
  await fc.assert(
    fc.asyncProperty(anyProject, fc.integer({ min: 40, max: 400 }), async (tree, budget) => {
      const fileSystem = memory(pathsOf(tree, "/r"));
      const map = parseMap(await mapDirText({ dirPath: "/r", budget, gitignore: "off", fileSystem }));
      expect(missingFolds(map, tree)).toEqual([]);
    }),
    { numRuns: inDepth(20, 500) },
  );
});
