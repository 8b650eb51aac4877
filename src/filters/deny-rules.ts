// The operator's deny rules: what is never visible anywhere in a file system. They match absolute paths, without regard to case and
// Unicode normalisation: on any disk, they should hide too much rather than too little.
import { posix } from "node:path";
import type { FileSystem, WaitOptions } from "../core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter } from "../core/filter.ts";
import { readErrorCode } from "../core/problem.ts";
import { expandGlobs, forFolded, GlobError, readGlob, rememberLast } from "./compile-globs.ts";
import { foldGlob, foldName, toLowerCase } from "./fold-name.ts";
import { GlobSet } from "./glob-set.ts";
import type { Glob } from "./glob.ts";

/**
 * The filter of the top of the file system, whose entries are those of `namesInPath`. The rules went through `resolveRule`. Throws a
 * `GlobError` for one that can't be used.
 */
export function compileDenyRules(rules: readonly string[], fileSystem: FileSystem): DirectoryFilter {
  const globs = toGlobs(rules, fileSystem);
  // A class can tell upper from lower case, and a letter may be folded to two, so such rules match names as they are and in lower case, too.
  const single = globs.filter((glob) => /[[?]/.test(glob));
  const [fold, lower] = [rememberLast(foldName), rememberLast(toLowerCase)];
  const folded = globs.map((glob) => forFolded(readRule(foldGlob(glob)), fold));
  const lowered = single.map((glob) => forFolded(readRule(toLowerCase(glob)), lower));
  return denyIn(GlobSet.of([...single.map(readRule), ...lowered, ...folded]));
}

/**
 * More rules, for those that have links on the way to what they deny: they deny the same by its real path. Whatever does not exist stays as
 * it is written. Throws if it can't be found out where a rule leads.
 */
export async function followDenyRules(
  rules: readonly string[],
  fileSystem: FileSystem,
  wait: WaitOptions,
): Promise<string[]> {
  const absolute = toGlobs(rules, fileSystem).filter((glob) => glob.startsWith("/"));
  const followed = await Promise.all(absolute.map((glob) => followLinks(glob, fileSystem, wait)));
  return followed.filter((glob, index) => glob !== absolute[index]);
}

/** The names in an absolute path. On Windows the first is the drive, or the server of a share. */
export function namesInPath(path: string, fileSystem: FileSystem): string[] {
  return toSlashes(path, fileSystem).split("/").filter(Boolean);
}

function denyIn(globs: GlobSet): DirectoryFilter {
  const filter: DirectoryFilter = {
    judge: ({ name, kind }) => (globs.matches(name, kind === "directory") ? "denied" : "show"),
    enter(name) {
      const below = globs.enter(name);
      return below === globs ? filter : denyIn(below);
    },
  };
  return globs.isEmpty ? SHOW_ALL : filter;
}

/** Only a slash at its beginning anchors a rule. */
function readRule(glob: string): Glob {
  return readGlob(glob, glob.startsWith("/"));
}

/** The rules as globs. Those for absolute paths begin with `/`. Their number is up to the operator. */
function toGlobs(rules: readonly string[], fileSystem: FileSystem): string[] {
  return rules.flatMap((rule) => expandGlobs([toGlob(rule, fileSystem)]).flat());
}

/** A rule that begins with `./` or `../`, as an absolute one: these are relative to the working directory. Others stay as they are. */
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
    // It would quietly deny something else.
    throw new GlobError(`the deny rule ${JSON.stringify(rule)} has a \\ before a letter; names are separated by /`);
  }
  if (isWindows(fileSystem) && /^\/?[a-z]:/i.test(glob)) {
    if (!/^\/?[a-z]:(?:\/|$)/i.test(glob)) {
      throw new GlobError(`the deny rule ${JSON.stringify(rule)} has no slash after its drive`);
    }
    return posix.normalize(`/${glob}`);
  }
  // On Windows a rule that begins with one slash applies on every drive.
  const isOnAnyDrive = isWindows(fileSystem) && /^\/(?!\/)/.test(glob);
  return glob === "" ? "" : posix.normalize(isOnAnyDrive ? `/*${glob}` : glob);
}

/** A path or a rule with `/` between its names, and without what comes before the first name in a store, or before a drive on Windows. */
function toSlashes(path: string, fileSystem: FileSystem): string {
  if (isWindows(fileSystem)) {
    return path.replaceAll("\\", "/").replace(/^\/\/[?.]\/(?:UNC(?=\/))?/i, "/");
  }
  return fileSystem.isObjectStore === true ? path.replace(/^[a-z][a-z0-9+.-]*:\/\//, "/") : path;
}

function isWindows(fileSystem: FileSystem): boolean {
  return fileSystem.isAbsolute("C:\\");
}

/** The glob that matches this text. On Windows, where a `\` separates names, it may match a few others. */
function escapeGlob(text: string, fileSystem: FileSystem): string {
  return isWindows(fileSystem) ? text.replaceAll(/[[\]{},]/g, "?") : text.replaceAll(/[*?[\]{},\\]/g, "\\$&");
}

/** A glob with the links resolved in what it has before its first wildcard. */
async function followLinks(glob: string, fileSystem: FileSystem, wait: WaitOptions): Promise<string> {
  const names = glob.split("/");
  // The slash at the end of a glob stays at its end.
  const end = names.findIndex((name, index) => index > 0 && (name === "" || /[*?[]/.test(name.replaceAll(/\\./g, ""))));
  for (let count = end === -1 ? names.length : end; count > 1; count -= 1) {
    const above = names.slice(0, count).join("/").replaceAll(/\\(.)/g, "$1");
    try {
      const real = await fileSystem.realPath?.(isWindows(fileSystem) ? above.slice(1) : above, wait);
      const isSame = real === undefined || namesInPath(real, fileSystem).join("/") === above.slice(1);
      return isSame
        ? glob
        : `/${[escapeGlob(toSlashes(real, fileSystem).replace(/^\//, ""), fileSystem), ...names.slice(count)].join("/")}`;
    } catch (error) {
      if (!LEADS_NOWHERE.has(readErrorCode(error) ?? "")) {
        throw error;
      }
    }
  }
  return glob;
}

/** What a path that nobody here can follow fails with. After any other failure, such as a timeout, it may still lead somewhere. */
const LEADS_NOWHERE = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG", "EINVAL"]);
