// The operator's deny rules: what is never visible anywhere in a file system. They match absolute paths and ignore case and Unicode
// normalisation on every disk: hiding too much is better than hiding too little.
import { posix } from "node:path";
import { CallClock } from "../core/call-clock.ts";
import { hasWindowsPaths, type FileSystem, type ReadOptions } from "../core/file-system.ts";
import { getOrAdd } from "../core/get-or-add.ts";
import { readErrorCode } from "../core/problem.ts";
import { expandGlobs, withFoldedNames, GlobError, readGlob, rememberLast } from "./compile-globs.ts";
import { caseFoldGlob, caseFold, toLowerCase } from "./case-fold.ts";
import { GlobSet } from "./glob-set.ts";
import type { Glob } from "./glob.ts";

/** What deny rules hide in one file system. */
export class DeniedPaths {
  readonly #fileSystem: FileSystem;
  readonly #top: GlobSet;

  /** `top`: what is denied, as seen from the top of the file system. */
  private constructor(fileSystem: FileSystem, top: GlobSet) {
    this.#fileSystem = fileSystem;
    this.#top = top;
  }

  /**
   * Makes a function that finds out what the rules hide: by their paths, and by where those really lead. It fails if that can't be found
   * out for one of them, and goes on there when it is called again. The rules must have gone through `resolveRule`. Throws a `GlobError` for
   * one that can't be used.
   */
  static finder(rules: readonly string[], fileSystem: FileSystem, wait: ReadOptions): () => Promise<DeniedPaths> {
    const written = compileDenyRules(rules, fileSystem);
    const known: RealPaths = new Map();
    return async () => {
      const real = await followDenyRules(rules, fileSystem, wait, known);
      known.clear();
      return new DeniedPaths(fileSystem, written.union(compileDenyRules(real, fileSystem)));
    };
  }

  get isEmpty(): boolean {
    return this.#top.isEmpty;
  }

  /** What is denied in a directory; undefined if the directory itself is denied, or one above it. */
  inDirectory(path: string): GlobSet | undefined {
    return this.isEmpty ? this.#top : enterDenied(this.#top, namesInPath(path, this.#fileSystem));
  }

  /** Whether a file is denied, or a directory that it is in. */
  hasFile(path: string): boolean {
    return isDenied(this.#top, namesInPath(path, this.#fileSystem));
  }
}

/** What is denied in the directory that these names lead to from `top`; undefined if it is denied, or one above it. */
function enterDenied(top: GlobSet, names: readonly string[]): GlobSet | undefined {
  let denied = top;
  for (const name of names) {
    if (denied.matches(name, true)) {
      return undefined;
    }
    denied = denied.enter(name);
  }
  return denied;
}

/**
 * Whether the file that these names lead to from `top` is denied, or a directory that it is in. An empty last name stands for the directory
 * before it, as in the keys of stores.
 */
export function isDenied(top: GlobSet | undefined, names: readonly string[]): boolean {
  const last = names.at(-1) ?? "";
  const above = top && enterDenied(top, names.slice(0, -1));
  return above === undefined || (last !== "" && above.matches(last, false));
}

/**
 * What the rules deny, as seen from the top of the file system, to be entered with the names from `namesInPath`. The rules must have gone
 * through `resolveRule`. Throws a `GlobError` for a rule that can't be used.
 */
export function compileDenyRules(rules: readonly string[], fileSystem: FileSystem): GlobSet {
  const globs = toGlobs(rules, fileSystem);
  // Folding a name can change what `[A-Z]`, `?` or `key*` matches: one letter may be folded to two, or two to one. So these rules are also
  // matched against the name as it is and in lower case.
  const withWildcards = globs.filter((glob) => glob.split("/").some((name) => name !== "**" && /[[?*]/.test(name)));
  const [fold, lower] = [rememberLast(caseFold), rememberLast(toLowerCase)];
  const folded = globs.map((glob) => withFoldedNames(readRule(caseFoldGlob(glob)), fold));
  const lowered = withWildcards.map((glob) => withFoldedNames(readRule(toLowerCase(glob)), lower));
  return GlobSet.of([...withWildcards.map(readRule), ...lowered, ...folded]);
}

/** Where paths really lead, as far as that was found out: undefined for one that leads nowhere. */
type RealPaths = Map<string, Promise<string | undefined>>;

/** How many rules are followed at once. All of thousands would each have to wait for the others. */
const AT_ONCE = 64;

/**
 * Additional rules for absolute rules whose path leads through links: they deny the same by its real path. A path that does not exist
 * stays as it is written. Throws if it can't be found out where a rule leads; what was found out by then is in `known`, for the next try.
 */
export async function followDenyRules(
  rules: readonly string[],
  fileSystem: FileSystem,
  wait: ReadOptions,
  known: RealPaths = new Map(),
): Promise<string[]> {
  const absolute = toGlobs(rules, fileSystem).filter((glob) => glob.startsWith("/"));
  const clock = new CallClock(wait.signal);
  const followed: string[] = [];
  for (let start = 0; start < absolute.length; start += AT_ONCE) {
    const some = absolute.slice(start, start + AT_ONCE);
    followed.push(...(await Promise.all(some.map((glob) => followLinks(glob, fileSystem, wait, known)))));
    await clock.check();
  }
  return followed.filter((glob, index) => glob !== absolute[index]);
}

/** The names in an absolute path. On Windows the first is the drive, or the server of a share. In a store a name may be empty. */
export function namesInPath(path: string, fileSystem: FileSystem): string[] {
  const names = toSlashes(path, fileSystem);
  return fileSystem.isObjectStore === true
    ? names.replaceAll(/^\/|\/$/g, "").split("/")
    : names.split("/").filter(Boolean);
}

/** Unlike other globs, a rule is anchored only by a slash at its start. */
function readRule(glob: string): Glob {
  return readGlob(glob, glob.startsWith("/"));
}

/** The rules as globs. Those for absolute paths begin with `/`. There is no limit on the number of rules. */
function toGlobs(rules: readonly string[], fileSystem: FileSystem): string[] {
  return rules.flatMap((rule) => expandGlobs([toGlob(rule, fileSystem)]).flat());
}

/** Makes a rule that begins with `./` or `../` absolute: it is relative to the working directory. Other rules stay as they are. */
export function resolveRule(rule: string, fileSystem: FileSystem, workingDirectory: string): string {
  const glob = toSlashes(rule, fileSystem);
  return /^\.\.?(?:\/|$)/.test(glob)
    ? `${escapeGlob(toSlashes(workingDirectory, fileSystem), fileSystem)}/${glob}`
    : rule;
}

/** The glob of a rule. One for absolute paths begins with `/`. */
function toGlob(rule: string, fileSystem: FileSystem): string {
  const glob = toSlashes(rule, fileSystem);
  if (glob.startsWith("~")) {
    throw new GlobError(`the deny rule ${JSON.stringify(rule)} begins with ~; write the whole path`);
  }
  if (/\\[a-z0-9]/i.test(glob)) {
    // Read as an escape, it would silently deny something else.
    throw new GlobError(`the deny rule ${JSON.stringify(rule)} has a \\ before a letter; names are separated by /`);
  }
  if (fileSystem.isObjectStore === true && glob !== rule && /\/\.{0,2}\/|\/\.{1,2}$/.test(glob)) {
    // A store has such names. Left out, as on a disk, the rule would silently deny something else.
    throw new GlobError(`the deny rule ${JSON.stringify(rule)} has an empty name, "." or ".." in it; write * for that`);
  }
  if (hasWindowsPaths(fileSystem) && /^\/?[a-z]:/i.test(glob)) {
    if (!/^\/?[a-z]:(?:\/|$)/i.test(glob)) {
      throw new GlobError(`the deny rule ${JSON.stringify(rule)} has no slash after its drive`);
    }
    return posix.normalize(`/${glob}`);
  }
  // On Windows a rule that begins with one slash applies on every drive.
  const isOnAnyDrive = hasWindowsPaths(fileSystem) && /^\/(?!\/)/.test(glob);
  return glob === "" ? "" : posix.normalize(isOnAnyDrive ? `/*${glob}` : glob);
}

/** A path or a rule with `/` between its names, without the scheme (`s3:`) of a store or the `\\?\` prefix of Windows. */
function toSlashes(path: string, fileSystem: FileSystem): string {
  if (hasWindowsPaths(fileSystem)) {
    return path.replaceAll("\\", "/").replace(/^\/\/[?.]\/(?:UNC(?=\/))?/i, "/");
  }
  return fileSystem.isObjectStore === true ? path.replace(/^[a-z][a-z0-9+.-]*:\/\//, "/") : path;
}

/** The glob that matches this text. On Windows, where `\` can't escape anything, it may match a few other texts. */
function escapeGlob(text: string, fileSystem: FileSystem): string {
  return hasWindowsPaths(fileSystem) ? text.replaceAll(/[[\]{},]/g, "?") : text.replaceAll(/[*?[\]{},\\]/g, "\\$&");
}

/** A glob with links resolved in the part before its first wildcard. */
async function followLinks(glob: string, fileSystem: FileSystem, wait: ReadOptions, known: RealPaths): Promise<string> {
  const names = glob.split("/");
  // Stops at a trailing slash, too, so that it is kept.
  const end = names.findIndex((name, index) => index > 0 && (name === "" || /[*?[]/.test(name.replaceAll(/\\./g, ""))));
  for (let count = end === -1 ? names.length : end; count > 1; count -= 1) {
    const above = names.slice(0, count).join("/").replaceAll(/\\(.)/g, "$1");
    const real = await getOrAdd(known, above, () => findRealPath(above, fileSystem, wait)).catch((error: unknown) => {
      known.delete(above);
      throw error;
    });
    if (real !== undefined) {
      const realGlob = escapeGlob(toSlashes(real, fileSystem).replace(/^\//, ""), fileSystem);
      const below = names.slice(count);
      // No rule is `/`: what leads to the top denies all that is there.
      const isAll = realGlob === "" && below.every((name) => name === "");
      return namesInPath(real, fileSystem).join("/") === above.slice(1)
        ? glob
        : ["", realGlob, ...(isAll ? ["**"] : below)].join("/");
    }
  }
  return glob;
}

/** Where a path really leads; undefined if it leads nowhere. */
async function findRealPath(path: string, fileSystem: FileSystem, wait: ReadOptions): Promise<string | undefined> {
  const given = hasWindowsPaths(fileSystem) ? path.slice(1) : path;
  try {
    return fileSystem.realPath === undefined ? given : await fileSystem.realPath(given, wait);
  } catch (error) {
    if (!LEADS_NOWHERE.has(readErrorCode(error) ?? "")) {
      throw error;
    }
    return undefined;
  }
}

/** Error codes of a path that can't be followed. After any other failure, such as a timeout, it may still lead somewhere. */
const LEADS_NOWHERE = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG", "EINVAL"]);
