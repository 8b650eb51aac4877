// The operator's deny rules: what is never visible anywhere in the file system. They fail closed: a rule that can't match
// anything is refused when it is set, and a rule that can't be evaluated lets nothing through.
import { hasDrives, namesOfPath, splitNames } from "../core/absolute-path.ts";
import { toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { excludeFilter, type GlobFilter } from "../filters/glob-filter.ts";
import { checkGlobs, compileGlobs } from "../filters/glob-patterns.ts";
import { readLiteralGlob } from "../filters/glob-tokens.ts";
import type { NameTest, PathPattern } from "../filters/pattern-set.ts";
import { findRealPath } from "./find-real-path.ts";
import { foldGlob, foldName } from "../core/names/fold-name.ts";
import { toPlainRule } from "./plain-rule.ts";
import { Retried } from "./retried.ts";

export class DenyRules {
  readonly #filter: Retried<GlobFilter>;

  /** Throws a `GlobError` for a rule that can't be used. */
  constructor(fileSystem: FileSystem, rules: readonly string[]) {
    checkGlobs(rules);
    const plain = rules.map((rule) => toPlainRule(fileSystem, rule));
    this.#filter = new Retried(async (dropLater) =>
      excludeFilter(await compileRules(fileSystem, plain, dropLater), "deny"),
    );
  }

  /** The filter of the file system's top. */
  filter(): Promise<GlobFilter> {
    return this.#filter.get();
  }
}

async function compileRules(
  fileSystem: FileSystem,
  rules: readonly string[],
  dropLater: () => void,
): Promise<PathPattern[]> {
  const patterns = await compileBoth(rules);
  const elsewhere = await Promise.all(rules.map((rule) => compileElsewhere(fileSystem, rule, dropLater)));
  return [...patterns, ...elsewhere.flat()];
}

/** Compiles globs for names as they are and for folded names. */
async function compileBoth(globs: readonly string[]): Promise<PathPattern[]> {
  const folded = await compileGlobs(globs.map(foldGlob), "absolute");
  // A class can distinguish case: `[!A-Z]` matches `b`, but its folded form does not. The folded form covers everything else.
  const exact = await compileGlobs(
    globs.filter((glob) => glob.includes("[")),
    "absolute",
  );
  return [...folded.map(foldPattern), ...exact];
}

/** The patterns that apply a rule for an absolute path to the real path as well, if the path contains links. */
async function compileElsewhere(fileSystem: FileSystem, rule: string, dropLater: () => void): Promise<PathPattern[]> {
  if (!rule.startsWith("/")) {
    return [];
  }
  const names = splitNames(toByteString(rule)).map(readLiteralGlob);
  const firstGlob = names.indexOf(undefined);
  const count = firstGlob === -1 ? names.length : firstGlob;
  const isOnAnyDrive = hasDrives(fileSystem) && count === 0;
  const given = toPath(fileSystem, names.slice(0, count) as string[]);
  const real = isOnAnyDrive ? given : await findRealPath(fileSystem, given, dropLater);
  if (real === given) {
    return [];
  }
  const above = namesOfPath(real).map((name): NameTest => {
    const folded = foldName(name);
    return (other) => foldName(other) === folded;
  });
  const directoriesOnly = rule.endsWith("/");
  if (count === names.length) {
    return [{ parts: above, directoriesOnly, cost: above.length }];
  }
  const rest = rule.split("/").slice(1 + count);
  const below = await compileBoth([`/${rest.join("/")}`]);
  return below.map((pattern) => ({ ...pattern, parts: [...above, ...pattern.parts] }));
}

/** The path of these names, the first of which is a drive or share on Windows. */
function toPath(fileSystem: FileSystem, names: readonly string[]): ByteString {
  const [volume = "", ...rest] = names;
  return (hasDrives(fileSystem) ? `${volume}\\${rest.join("\\")}` : `/${names.join("/")}`) as ByteString;
}

function foldPattern(pattern: PathPattern): PathPattern {
  return { ...pattern, parts: pattern.parts.map((part) => (typeof part === "function" ? foldTest(part) : part)) };
}

function foldTest(test: NameTest): NameTest {
  return (name) => test(foldName(name));
}
