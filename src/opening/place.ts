// The directory that a call is about: the argument `dir_path`, and how what is written there becomes an absolute path.
import { hasWindowsPaths, type FileSystem } from "../core/file-system.ts";
import { readError } from "../core/problem.ts";
import { parseCursor, parseQuotedRoot, renderRoot, toRelative } from "../text/entry-label.ts";
import type { TextArgument } from "../tooling/argument.ts";
import { cutAt, LONGEST_WORD } from "../tooling/cut-text.ts";
import { valueError, modelError, type FunctionCallError } from "../tooling/function-call-error.ts";
import { describeCode, pathForErrors } from "./failure.ts";
import { adviseOnTilde } from "../operator/check-roots.ts";
import type { OperatorSettings } from "../operator/operator-settings.ts";

/** The directory that a call is about. */
export const DIR_PATH: TextArgument & { readonly default: string } = {
  kind: "text",
  name: "dir_path",
  aliases: ["path", "directory"],
  default: ".",
  defaultInWords: "root",
  forModel: "Directory.",
  forPeople: "the directory; a relative path is taken from the working directory or the only root",
};

/** The longest path that we accept, in characters. Quotes can make a path in a listing four times as long as it is. */
const LONGEST_PATH = 100_000;

/** The longest name in a path, in UTF-16 units: longer than any disk or store has, and folded in no time. */
const LONGEST_NAME = 1000;

/** A directory that a call names, and all that is needed to open it. */
export interface Place {
  /** The path as the caller wrote it. A refusal names no other. */
  readonly written: string;
  /** The same, absolute: as an answer shows it. */
  readonly path: string;
  /** The settings of the file system that it is in. */
  readonly settings: OperatorSettings;
  /**
   * Whether odd names are in quotes, as in our own listings. If not, quotes are part of a path.
   * @default none: an error for a missing path says nothing about others
   */
  readonly showsQuotes?: boolean;
  /**
   * The same path without such quotes, if there are any in it. It is meant where nothing is at `path`.
   * @default none
   */
  readonly unquoted?: string | undefined;
}

/**
 * The directory that an argument names, by a path that may be relative. `showsQuotes`: see `Place`. Throws a `FunctionCallError` if the path
 * can't be made absolute.
 */
export function toPlace(
  argument: string,
  written: string,
  settings: OperatorSettings,
  showsQuotes: boolean = true,
): Place {
  // First: the expression that finds quotes needs more stack than there is for millions of characters.
  checkPath(written);
  const path = toAbsolutePath(settings, written, showsQuotes);
  const own = settingsOf(settings, path);
  if (!own.fileSystem.isAbsolute(path)) {
    throw relativePathError(argument, adviseOnRelative(written, settings, own));
  }
  const place = { written, path, settings: own, showsQuotes };
  const unquoted = showsQuotes && path.includes('"') ? parseQuotedRoot(toSlashes(own, path)) : undefined;
  return unquoted === undefined ? place : { ...place, unquoted };
}

/** The settings of the file system that a path is in: a store's if the path begins with the store's scheme. */
export function settingsOf(settings: OperatorSettings, path: string): OperatorSettings {
  const [, scheme = ""] = /^([^:/]+):\/\//.exec(path) ?? [];
  return settings.stores.get(scheme) ?? settings;
}

/** The refusal of a path that is not absolute and can't be made so. */
export function relativePathError(argument: string, advice: string | undefined): FunctionCallError {
  const refusal = " must be an absolute path";
  return valueError(argument, advice === undefined ? refusal : `${refusal}; ${advice}`);
}

/** What to write instead of a path that can't be made absolute. `own`: the settings of the file system that it is in. */
function adviseOnRelative(path: string, settings: OperatorSettings, own: OperatorSettings): string | undefined {
  const [scheme] = /^[a-z][a-z0-9+.-]{0,20}:\/\//i.exec(path) ?? [];
  if (scheme !== undefined) {
    return own === settings ? `paths that begin with ${scheme} are not available here` : "name a bucket";
  }
  const starts = path === "" ? [] : settings.startDirectories();
  const advice = starts.length > 1 ? `a relative path could start in any of ${nameRoots(starts)}` : undefined;
  return adviseOnTilde(path) ?? advice;
}

/** How many roots a text for a model names. */
const MAX_NAMED_ROOTS = 5;

export function nameRoots(roots: readonly string[]): string {
  const more = roots.length > MAX_NAMED_ROOTS ? ` and ${roots.length - MAX_NAMED_ROOTS} more` : "";
  return roots.slice(0, MAX_NAMED_ROOTS).map(pathForErrors).join(", ") + more;
}

/** Paths that are not relative, though no file system calls them absolute: an empty one, a home directory, a URL. */
const NEVER_RELATIVE = /^(?:~|$|[a-z][a-z0-9+.-]*:\/\/)/i;

/** Makes a path absolute. One that is not relative stays as it is, and so does one that may start from several roots. */
function toAbsolutePath(settings: OperatorSettings, written: string, readsQuotes: boolean): string {
  const { fileSystem } = settingsOf(settings, written);
  // On Windows, the header of a listing quotes all of `C:\a` if there is an invisible character in it.
  const path = written.startsWith('"') && readsQuotes ? (parseQuotedRoot(written) ?? written) : written;
  const hasDrives = hasWindowsPaths(fileSystem);
  // On Windows, `\a` is on the drive of the directory that relative paths start from, and `C:a` relative to a directory that only Windows knows.
  const needsDrive = hasDrives && /^[\\/](?![\\/])/.test(path);
  const isOnDrive = hasDrives && /^[a-z]:/i.test(path);
  if (!needsDrive && (fileSystem.isAbsolute(path) || isOnDrive || NEVER_RELATIVE.test(path))) {
    return path;
  }
  const [start, another] = settings.startDirectories();
  if (start === undefined || another !== undefined) {
    return written;
  }
  if (needsDrive) {
    return fileSystem.resolve(start, path);
  }
  // `..` stays, as it does in an absolute path: it is resolved where access is checked.
  const names = toSlashes(settings, written)
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  const above = start.replace(hasDrives ? /[\\/]+$/ : /\/+$/, "");
  if (names.length === 0) {
    return /^(?:[a-z]:)?$/i.test(above) ? start : above;
  }
  return `${above}/${names.join("/")}`;
}

/** A Windows path with `/` in place of each `\` that is not in quotes. Quotes that are never closed go to its end. */
function toSlashes({ fileSystem }: OperatorSettings, path: string): string {
  return hasWindowsPaths(fileSystem)
    ? path.replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|\\/gsu, (text) => (text === "\\" ? "/" : text))
    : path;
}

/** Refuses a path that no file system can have. */
export function checkPath(path: string): void {
  if (path.includes("\0")) {
    throw unusablePath("the path contains a NUL character; remove it");
  }
  checkLength(path);
}

/** Parses the argument `after`. A cursor has the bounds of a path. */
export function toCursor(after: string, { path, settings: { fileSystem } }: Place): ReturnType<typeof parseCursor> {
  checkLength(after);
  const cursor = parseCursor(toRelative(after, path, fileSystem));
  if (cursor.names.some((name) => name.length > LONGEST_NAME)) {
    throw unusablePath(describeCode("ENAMETOOLONG", pathForErrors(after)));
  }
  return cursor;
}

function checkLength(path: string): void {
  if (path.length > LONGEST_PATH) {
    const shown = `${renderRoot(cutAt(path, LONGEST_WORD))}… (${path.length} characters)`;
    throw unusablePath(describeCode("ENAMETOOLONG", shown));
  }
}

/** Fails as a file system does if a path has a name that is too long. */
export function checkNames(path: string, fileSystem: FileSystem): void {
  const names = path.split(hasWindowsPaths(fileSystem) ? /[\\/]/ : "/");
  if (names.some((name) => name.length > LONGEST_NAME)) {
    throw readError("ENAMETOOLONG", "a name is too long");
  }
}

function unusablePath(what: string): FunctionCallError {
  return modelError(`failed to read directory: ${what}`, "invalid_argument");
}
