// What `include`, `exclude`, `hidden`, git's rules and deny rules leave of a tree together.
import { beforeEach, describe, expect, test } from "vitest";

import {
  ENTERED_ONLY,
  HIDDEN,
  IGNORED,
  NOT_ENTERED,
  PASSED_BY,
  SHOWN,
  type DirectoryFilter,
} from "../../src/core/filter.ts";
import { GlobError } from "../../src/filters/compile-globs.ts";
import { compileDenyRules } from "../../src/filters/deny-rules.ts";
import {
  filterAt,
  folderWith,
  list,
  plainDisk,
  setHome,
  type FilterTexts,
  type Reads,
} from "../support/filtered-tree.ts";

beforeEach(() => setHome("/nowhere"));

const FILES = [
  "README.md",
  "docs/a.md",
  "docs/img/x.png",
  "node_modules/m/index.js",
  "src/.env",
  "src/[slug].tsx",
  "src/a.test.ts",
  "src/a.ts",
  "src/lib/B.ts",
  "src/lib/node_modules/n",
];

let root: string;
beforeEach(() => {
  root = folderWith(Object.fromEntries(FILES.map((name) => [name, ""])));
});

describe("include", () => {
  test.each([
    [["*.md"], ["README.md", "docs/a.md"]],
    [["/*.md"], ["README.md"]],
    [["./*.md"], ["README.md"]],
    [["src/*.ts"], ["src/a.test.ts", "src/a.ts"]],
    [["src/**/*.ts"], ["src/a.test.ts", "src/a.ts", "src/lib/B.ts"]],
    [["**/b.ts"], ["src/lib/B.ts"]],
    [["**/b.TS"], []],
    [["readme*"], ["README.md"]],
    [["Readme*"], []],
    [["*.{md,png}"], ["README.md", "docs/a.md", "docs/img/x.png"]],
    [["{docs/img,src/lib}/*"], ["docs/img/x.png", "src/lib/B.ts", "src/lib/node_modules/"]],
    [["src"], ["src/"]],
    [["lib/"], ["src/lib/"]],
    [["a.ts/"], []],
    [["src/lib/**"], ["src/lib/B.ts", "src/lib/node_modules/", "src/lib/node_modules/n"]],
    [["[!b].ts"], ["src/a.ts"]],
    [["[slug].tsx"], ["src/[slug].tsx"]],
    [["src/\\[slug\\].{js,tsx}"], ["src/[slug].tsx"]],
    [[".env"], ["src/.env"]],
    [
      ["*.md", "x.png"],
      ["README.md", "docs/a.md", "docs/img/x.png"],
    ],
    [["nothing"], []],
    [["../*"], []],
  ])("%j shows %j", async (include, expected) => {
    expect(await list(root, { include })).toEqual(expected);
  });

  test("brings what is below a directory that it matches, if it is asked to", async () => {
    expect(await list(root, { include: ["lib"], includesBelow: true })).toEqual([
      "src/lib/",
      "src/lib/B.ts",
      "src/lib/node_modules/",
      "src/lib/node_modules/n",
    ]);
    const all = { include: ["src"], exclude: ["lib"], hidden: false, includesBelow: true };
    expect(await list(root, all)).toEqual(["src/", "src/[slug].tsx", "src/a.test.ts", "src/a.ts"]);
  });

  test("reads no directory below which nothing can match", async () => {
    const reads: Reads = { directories: [], files: [] };
    const include = ["src/*.ts", "docs/img/*", "/node_modules"];
    await list(root, { include }, { fileSystem: plainDisk(reads) });
    expect(reads.directories.map((directory) => directory.slice(root.length))).toEqual([
      "",
      "/docs",
      "/src",
      "/docs/img",
    ]);
  });
});

describe("exclude and hidden", () => {
  test("what is excluded is neither shown nor entered, and case counts", async () => {
    const reads: Reads = { directories: [], files: [] };
    const shown = await list(
      root,
      { exclude: ["**/node_modules", "docs", "readme*", "LIB"] },
      { fileSystem: plainDisk(reads) },
    );
    expect(shown).toEqual([
      "README.md",
      "src/",
      "src/.env",
      "src/[slug].tsx",
      "src/a.test.ts",
      "src/a.ts",
      "src/lib/",
      "src/lib/B.ts",
    ]);
    expect(reads.directories).toEqual([root, `${root}/src`, `${root}/src/lib`]);
    expect(await list(root, { exclude: ["src/**", "docs/*/"] })).toEqual([
      "README.md",
      "docs/",
      "docs/a.md",
      "node_modules/",
      "node_modules/m/",
      "node_modules/m/index.js",
      "src/",
    ]);
  });

  test("hidden names are left out, and hidden directories not entered", async () => {
    const folder = folderWith({ ".a/b": "", "c/.d": "", "c/e": "" });
    expect(await list(folder, { hidden: false })).toEqual(["c/", "c/e"]);
    expect(await list(folder, {})).toEqual([".a/", ".a/b", "c/", "c/.d", "c/e"]);
  });
});

describe("the verdict", () => {
  const NAMES = ["ignored/", "log.log", "plain/", "a.ts", ".git/", ".x/", "gone", "secret"] as const;

  /** The verdicts on these entries, where `ignored` and `*.log` are ignored and `secret` is denied. */
  async function verdicts(settings: FilterTexts): Promise<Record<string, string>> {
    const folder = folderWith({ ".git/": "", ".gitignore": "ignored\n*.log\nsecret\n" });
    const denied = compileDenyRules(["secret"], plainDisk());
    const filter = await filterAt(folder, { exclude: ["gone"], ...settings }, { denied });
    await filter.readRules?.(() => true);
    return Object.fromEntries(NAMES.map((name) => [name, judge(filter, name)]));
  }

  const WORDS = new Map([
    [SHOWN, "show"],
    [HIDDEN, "hidden"],
    [NOT_ENTERED, "not entered"],
    [ENTERED_ONLY, "enter"],
    [IGNORED, "ignored"],
    [PASSED_BY, "passed by"],
  ]);

  function judge(filter: DirectoryFilter, name: string): string {
    const verdict = filter.judge({ name: name.replace("/", ""), kind: name.endsWith("/") ? "directory" : "file" });
    return verdict === undefined ? "denied" : (WORDS.get(verdict) ?? "unknown");
  }

  const ALWAYS = { gone: "hidden", secret: "denied" };

  test.each<[FilterTexts, Record<string, string>]>([
    [
      { gitignore: "off" },
      { "ignored/": "show", "log.log": "show", "plain/": "show", "a.ts": "show", ".git/": "show", ".x/": "show" },
    ],
    [
      { gitignore: "collapse" },
      {
        "ignored/": "ignored",
        "log.log": "ignored",
        "plain/": "show",
        "a.ts": "show",
        ".git/": "ignored",
        ".x/": "show",
      },
    ],
    [
      { gitignore: "omit" },
      {
        "ignored/": "passed by",
        "log.log": "hidden",
        "plain/": "show",
        "a.ts": "show",
        ".git/": "passed by",
        ".x/": "show",
      },
    ],
    [
      { gitignore: "collapse", include: ["*.ts", "*.log"], hidden: false },
      {
        "ignored/": "passed by",
        "log.log": "ignored",
        "plain/": "enter",
        "a.ts": "show",
        ".git/": "hidden",
        ".x/": "hidden",
      },
    ],
    [
      { gitignore: "omit", include: ["*.ts", "*.log"] },
      {
        "ignored/": "passed by",
        "log.log": "hidden",
        "plain/": "enter",
        "a.ts": "show",
        ".git/": "passed by",
        ".x/": "enter",
      },
    ],
    [
      { gitignore: "omit", include: ["/*"] },
      {
        "ignored/": "hidden",
        "log.log": "hidden",
        "plain/": "not entered",
        "a.ts": "show",
        ".git/": "hidden",
        ".x/": "not entered",
      },
    ],
    [
      { gitignore: "collapse", include: ["ignored", "plain"] },
      {
        "ignored/": "ignored",
        "log.log": "hidden",
        "plain/": "show",
        "a.ts": "hidden",
        ".git/": "passed by",
        ".x/": "enter",
      },
    ],
    [
      { gitignore: "collapse", include: ["/ignored", "/plain/x"], includesBelow: true },
      {
        "ignored/": "ignored",
        "log.log": "hidden",
        "plain/": "enter",
        "a.ts": "hidden",
        ".git/": "hidden",
        ".x/": "hidden",
      },
    ],
    [
      { gitignore: "collapse", hidesIgnoredFiles: true },
      {
        "ignored/": "ignored",
        "log.log": "hidden",
        "plain/": "show",
        "a.ts": "show",
        ".git/": "ignored",
        ".x/": "show",
      },
    ],
  ])("with %j", async (settings, expected) => {
    expect(await verdicts(settings)).toEqual({ ...expected, ...ALWAYS });
  });
});

describe("globs that can't be used are refused", () => {
  test.each<[FilterTexts, RegExp]>([
    [{ include: Array.from({ length: 101 }, () => "a") }, /^101 globs are too many; give at most 100$/],
    [{ exclude: ["{a,b}".repeat(30)] }, /^the globs are too long; .* 10000 characters in all$/],
    [{ include: ["a".repeat(6000), "b".repeat(6000)] }, /^the globs are too long/],
    [{ include: ["x".repeat(1_000_000)] }, /too long/],
    [{ include: ["*.ts", ""] }, /^"" matches nothing; give a glob such as/],
    [{ exclude: ["/"] }, /^"\/" matches nothing/],
    [{ include: ["."] }, /matches nothing/],
  ])("%.60j", async (settings, message) => {
    await expect(filterAt("/", settings)).rejects.toThrow(GlobError);
    await expect(filterAt("/", settings)).rejects.toThrow(message);
  });

  test("up to the bounds they are used", async () => {
    const words = Array.from({ length: 100 }, (_, index) => `*word-${index}*.{ts,tsx,js,jsx}`);
    const filter = await filterAt("/", { include: words, exclude: ["a".repeat(10_000)] });
    expect(filter.judge({ name: "My-Word-99-x.tsx", kind: "file" })).toBe(SHOWN);
  });
});
