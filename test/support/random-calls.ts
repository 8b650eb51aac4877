// Random trees and calls by a seed, the same on every machine, for answers that were recorded.
import { memory, type MemoryEntry } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { ToolRouterOptions } from "../../src/tools/create-tool-router.ts";

const ROOT = "/world";

const NAMES = [
  "a",
  "b",
  "a-b",
  "a.b",
  "a0",
  "A",
  "B",
  "src",
  "lib",
  "test",
  "index.ts",
  "main.ts",
  "util.js",
  "README.md",
]
  .concat("readme.md", "x y", " lead", "trail ", 'q"uote', "back\\slash", "new\nline", "é", "e\u0301", "\u{1f600}")
  .concat(
    "\uff21x",
    "z@",
    "z?",
    "m [x]",
    "[slug].tsx",
    "[id]",
    ".env",
    ".hidden",
    ".gitignore",
    "node_modules",
    "build",
  )
  .concat(
    "dist",
    "a*b",
    "{x}",
    "$v",
    "10",
    "9",
    "2",
    "…",
    "\u202e",
    "Z",
    "vendor",
    "docs",
    "fooBar",
    "foo-bar.test.ts",
  );

const RULES = [
  "*.ts",
  "build/",
  "/dist",
  "node_modules",
  "!main.ts",
  "docs/*",
  "*.js",
  "a*",
  "**/test",
  "/src/lib",
].concat("!a-b", "# comment", "\\#x", "foo*/", "x y");

const GLOBS = [
  "*.ts",
  "src/**",
  "**/*.js",
  "a*",
  "A*",
  "*",
  "lib",
  "**/test/**",
  "[ab]",
  "{a,b}*",
  "docs",
  "*.{ts,js}",
].concat("src/*", "**/a", "index.ts", "é*", "?");

const WORDS = [
  "main",
  "util js",
  "readme",
  "src/lib",
  "foo bar",
  "*.ts",
  "lib/*",
  "test",
  "fooBaz",
  "nothing here",
  "docs/",
];

export interface RandomCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly options: ToolRouterOptions;
}

/** A generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A tree in memory, and calls about it. */
export function randomWorld(seed: number, count: number): { fileSystem: FileSystem; calls: RandomCall[] } {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const maybe = <Value>(chance: number, make: () => Value): Value | undefined =>
    random() < chance ? make() : undefined;
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const entries: MemoryEntry[] = [{ path: ROOT, kind: "directory" }];
  const used = new Set<string>();
  const grow = (directory: string, depth: number): void => {
    for (let rest = Math.floor(random() * (depth === 0 ? 12 : 7)); rest > 0; rest -= 1) {
      const name = pick(NAMES);
      const path = `${directory}/${name}`;
      const kind = random();
      if (used.has(path)) {
        continue;
      }
      used.add(path);
      if (name === ".gitignore") {
        entries.push({ path, content: `${Array.from({ length: upTo(3) }, () => pick(RULES)).join("\n")}\n` });
      } else if (kind < 0.42 && depth < 5) {
        entries.push({ path, kind: "directory" });
        grow(path, depth + 1);
      } else if (kind < 0.5) {
        entries.push({ path, kind: "symlink", target: "nowhere" });
      } else {
        entries.push({ path, content: "x".repeat(upTo(3000)), modifiedMs: 1.7e12 + 1000 * entries.length });
      }
    }
  };
  grow(ROOT, 0);
  if (random() < 0.6) {
    entries.push({ path: `${ROOT}/.git/HEAD`, content: "ref: refs/heads/main\n" });
  }
  const directories = entries.filter(({ kind }) => kind === "directory").map(({ path }) => path);
  const globs = () => (random() < 0.5 ? pick(GLOBS) : [pick(GLOBS), pick(GLOBS)]);
  const filters = () => ({
    include: maybe(0.25, globs),
    exclude: maybe(0.2, globs),
    gitignore: maybe(0.3, () => pick(["off", "collapse", "omit"])),
  });
  const calls = Array.from({ length: count }, (): RandomCall => {
    const profile = pick(["leaf", "leaf", "leaf", "codex-sorted", "codex-breadth", "hyper"] as const);
    const options: ToolRouterOptions = {
      profile: profile === "hyper" ? ["leaf", "hyper"] : profile,
      roots: maybe(0.3, () => [pick([ROOT, pick(directories)])]),
      deny: maybe(0.3, () => [
        pick([pick(NAMES.slice(0, 16)), pick(directories), "**/*.ts", "src/lib"]).replaceAll("\\", "?"),
      ]),
      maxOutputBytes: maybe(0.2, () => 256 + upTo(400)),
    };
    const written = pick(directories);
    const directory = pick([written, written, written, written, `${written}/`, `${written}x`, written.toUpperCase()]);
    const kind = random();
    const isOriginal = profile.startsWith("codex");
    if (kind < 0.55 || isOriginal) {
      const after = maybe(0.3, () => pick(entries));
      const suffix = pick(["", "", "", "zz"]);
      return {
        tool: "list_dir",
        options,
        arguments: {
          dir_path: directory,
          offset: maybe(0.3, () => upTo(12)),
          limit: maybe(0.5, () => upTo(12)),
          depth: maybe(0.5, () => upTo(5)),
          order: after === undefined ? maybe(0.4, () => pick(["tree", "breadth"])) : undefined,
          after: after && `${after.path}${after.kind === "directory" ? "/" : ""}${suffix}`,
          ...filters(),
          hidden: maybe(0.3, () => random() < 0.5),
          details: maybe(0.2, () => true),
        },
      };
    }
    if (kind < 0.75) {
      const counts = { offset: maybe(0.3, () => upTo(8) - 2), maxResults: maybe(0.3, () => upTo(8) - 2) };
      const flags = { recursive: maybe(0.6, () => true), showHidden: maybe(0.5, () => true) };
      return { tool: "list_directory", options, arguments: { path: directory, ...counts, ...flags, ...filters() } };
    }
    if (kind < 0.87) {
      // With room for all there is nothing to choose: the choice is not recorded.
      return { tool: "map_dir", options, arguments: { dir_path: directory, budget: 100_000, ...filters() } };
    }
    const words = Array.from({ length: upTo(4) }, () => pick(WORDS));
    return { tool: "find_files", options, arguments: { dir_path: directory, words, budget: upTo(400), ...filters() } };
  });
  return { fileSystem: memory(entries), calls };
}
