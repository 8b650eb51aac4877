// The rules for the source code: which folder may import which, and what a file looks like.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const SOURCE = path.join(import.meta.dirname, "../src");

/** The folders that each folder may import, besides itself. A folder comes after those that it imports. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  filters: ["core"],
  disk: ["core"],
  s3: ["core"],
  tree: ["core"],
  tooling: ["core"],
  access: ["core", "filters"],
  list: ["core", "tree"],
  text: ["core", "filters", "list"],
  operator: ["core", "filters", "disk", "tooling", "access", "text"],
  opening: ["core", "filters", "tree", "tooling", "access", "text", "operator"],
  map: ["core", "tree", "filters", "text"],
  find: ["core", "tree", "filters", "text"],
  tools: ["core", "filters", "tree", "tooling", "list", "text", "operator", "opening", "map", "find"],
  adapters: ["operator", "tools", "tooling"],
  mcp: ["core", "operator", "opening", "tools", "tooling", "text"],
  web: ["core", "filters", "text", "find", "tools", "tooling", "mcp"],
  cli: ["core", "s3", "text", "find", "operator", "tools", "tooling", "mcp", "web"],
};

/** Ways to reach Node, a clock or a device. */
const IMPURE = /"node:|\b(?:process\.|Date\.now\b|performance\b|setTimeout\b|setImmediate\b|setInterval\b|fetch\()/;

/** A regular expression with the flag `u` or `v` that is tied to the end of the text, and to nothing else. */
const TIED_TO_END_ONLY =
  /(?<=[\s(])\/(?!\^)(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\$\)*\/[gims]*[uv][gims]*(?=[\s,;.)])/;

const BANNED_NAMES = /^(?:utils?|helpers?|common|misc|shared|index)$/;

interface SourceFile {
  readonly name: string;
  readonly folder: string;
  readonly text: string;
  /** The code without its comments. */
  readonly code: string;
  /** What it imports of ours, relative to the sources. */
  readonly imports: readonly string[];
  /** What it imports of others. */
  readonly packages: readonly string[];
}

function readSources(): SourceFile[] {
  const names = fs.readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  return names.map((name) => {
    const text = fs.readFileSync(path.join(SOURCE, name), "utf8");
    const code = text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    const targets = [...code.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, target]) => target as string);
    const imports = targets.filter((target) => target.startsWith("."));
    return {
      name,
      folder: name.split(path.sep)[0] as string,
      text,
      code,
      imports: imports.map((target) => path.relative(SOURCE, path.resolve(SOURCE, path.dirname(name), target))),
      packages: targets.filter((target) => !target.startsWith(".")),
    };
  });
}

const sources = readSources();
const inFolders = sources.filter(({ name }) => name !== "index.ts");

/** Every import between two files as `from -> to`, so that a failure names both. */
function importsThat(isWrong: (from: SourceFile, to: string) => boolean): string[] {
  return inFolders.flatMap((from) =>
    from.imports.filter((to) => isWrong(from, to)).map((to) => `${from.name} -> ${to}`),
  );
}

/** The names of the files for which something holds. */
function filesThat(isWrong: (file: SourceFile) => boolean): string[] {
  return sources.filter(isWrong).map(({ name }) => name);
}

test("the folders are those of the plan, and import only what comes before them", () => {
  expect(new Set(inFolders.map(({ folder }) => folder))).toEqual(new Set(Object.keys(MAY_IMPORT)));
  const order = Object.keys(MAY_IMPORT);
  expect(
    order.filter((folder) => MAY_IMPORT[folder]?.some((other) => order.indexOf(other) >= order.indexOf(folder))),
  ).toEqual([]);
  const wrong = importsThat(({ folder }, to) => {
    const target = to.split(path.sep)[0] as string;
    return target !== folder && MAY_IMPORT[folder]?.includes(target) !== true;
  });
  expect(wrong).toEqual([]);
});

/** The files of each circle: the strongly connected components, by Tarjan's algorithm. */
function circles(files: readonly SourceFile[]): string[][] {
  const found: string[][] = [];
  const importsOf = new Map(files.map(({ name, imports }) => [name, imports]));
  const numbers = new Map<string, number>();
  const open: string[] = [];
  /** Returns the lowest number of a file that this one leads back to. */
  const visit = (name: string): number => {
    const own = numbers.size;
    numbers.set(name, own);
    open.push(name);
    let lowest = own;
    for (const to of importsOf.get(name) ?? []) {
      if (!numbers.has(to)) {
        lowest = Math.min(lowest, visit(to));
      } else if (open.includes(to)) {
        lowest = Math.min(lowest, numbers.get(to) as number);
      }
    }
    if (lowest === own) {
      const circle = open.splice(open.indexOf(name));
      found.push(...(circle.length > 1 ? [circle] : []));
    }
    return lowest;
  };
  files.forEach(({ name }) => numbers.has(name) || visit(name));
  return found;
}

test("no circle between files, types included", () => {
  const file = (name: string, ...imports: string[]) => ({ name, imports }) as unknown as SourceFile;
  expect(circles([file("a", "b"), file("b", "c"), file("c", "b", "d"), file("d")])).toEqual([["b", "c"]]);
  expect(circles(sources)).toEqual([]);
});

test("front ends know the tools, and not how listings are made", () => {
  const frontEnds = new Set(["adapters", "mcp", "web", "cli"]);
  // What corrects a misspelt word, the order of names, and the error for a wrong option.
  const isPlain = (to: string) => ["core/suggest.ts", "core/entry.ts", "core/options.ts"].includes(to);
  expect(importsThat(({ folder }, to) => frontEnds.has(folder) && to.startsWith("core") && !isPlain(to))).toEqual([]);
});

test.each(["tree", "list", "text", "map"])("%s is pure", (pure) => {
  expect(
    filesThat(({ folder, code, packages }) => folder === pure && (IMPURE.test(code) || packages.length > 0)),
  ).toEqual([]);
});

test("a file says first what it owns, has a plain name, and exports by name what is its own", () => {
  expect(filesThat(({ text }) => !/^\/\/ [A-Z`]/.test(text.replace(/^#!.*\n/, "")))).toEqual([]);
  expect(filesThat(({ code }) => /^export default/m.test(code))).toEqual([]);
  expect(filesThat(({ name }) => name !== "index.ts" && BANNED_NAMES.test(path.parse(name).name))).toEqual([]);
  expect(filesThat(({ name }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*\.tsx?$/.test(path.basename(name)))).toEqual([]);
  expect(filesThat(({ name, code }) => name !== "index.ts" && /^export .* from "/m.test(code))).toEqual([]);
});

test("no regular expression misses characters above U+FFFF on Node 26", () => {
  expect(TIED_TO_END_ONLY.test("const TAIL = /(?:^|\\/)[^/]$/su;")).toBe(true);
  expect(filesThat(({ code }) => TIED_TO_END_ONLY.test(code))).toEqual([]);
});

test("the entry point only exports, by name", () => {
  const entry = sources.find(({ name }) => name === "index.ts");
  const statements = (entry?.code ?? "").split(";").map((statement) => statement.trim());
  expect(statements.filter((statement) => statement !== "" && !/^export (?:type )?\{/.test(statement))).toEqual([]);
});
