// The limits that the operator of the tools sets for every listing: where it may look, how much it may cost, and where the relative path
// of a call leads: from the directory that the client or the operator named, else from the only root, else from the process's directory.
import { localDisk } from "../backends/disk/local-disk.ts";
import { hasDrives, toByteString, toText, type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { AT_LEAST_ONE, isObject, isPath, LONGEST_TIMER_MS, PATHS, wholeFrom, type RulesFor } from "./check-options.ts";
import { respondToModel } from "../tooling/function-call-error.ts";
import { toLiteralGlob } from "../filters/glob-tokens.ts";
import { parseQuotedRoot } from "../render/shown-path.ts";
import { AccessPolicy, type AccessOptions } from "../sandbox/access-policy.ts";

/** Where calls may look, and how much they may cost. */
export interface GuardOptions extends AccessOptions {
  /**
   * The file system to list.
   * @default localDisk()
   */
  readonly fileSystem?: FileSystem | undefined;
  /**
   * How many bytes of memory the local disk may use to remember the names in huge directories, so that the next page of one costs
   * no read. All callers that give the same number share it. 0 remembers nothing. A `fileSystem` of your own decides for itself.
   * @default 67108864
   */
  readonly cacheBytes?: number | undefined;
  /**
   * Further file systems, by the scheme that their paths begin with: `{ s3: s3() }` for `s3://bucket/prefix`. If roots are set,
   * only what is in one of them is listed here, too.
   * @default none
   */
  readonly stores?: Readonly<Record<string, FileSystem>> | undefined;
  /**
   * The absolute path that relative paths are resolved against.
   * @default the only root, else process.cwd() at the time of the call; for the relative paths among roots and deny rules always the latter
   */
  readonly workingDirectory?: string | undefined;
  /**
   * The largest page: a call for more gets this many.
   * @default 2000
   */
  readonly maxLimit?: number | undefined;
  /**
   * The largest depth: a call for more gets this depth.
   * @default Infinity
   */
  readonly maxDepth?: number | undefined;
  /**
   * The largest answer or error in bytes. A page that would be longer ends early, on an entry, and says that there is more.
   * What does not fit even then is refused, with arguments that lead to it or skip it. With 4500 or more, a name alone is never
   * too long. At least 256.
   * @default 32768
   */
  readonly maxOutputBytes?: number | undefined;
  /**
   * The longest time for a call in milliseconds: what has not answered by then is marked or left for the next page.
   * @default 10000
   */
  readonly deadlineMs?: number | undefined;
}

/**
 * The smallest bound on an answer. With less, an error would have no room for a useful piece of the path that it is about.
 */
const SMALLEST_OUTPUT_BYTES = 256;

export const GUARD_RULES: RulesFor<keyof GuardOptions> = {
  fileSystem: { expected: "a file system, such as localDisk() or memory([...])", fits: isFileSystem },
  cacheBytes: wholeFrom(0, Number.MAX_SAFE_INTEGER),
  stores: {
    expected: "an object of file systems by their schemes, such as { s3: s3() }",
    fits: (value) =>
      isObject(value) &&
      Object.entries(value).every(([scheme, store]) => /^[a-z][a-z0-9+.-]*$/.test(scheme) && isFileSystem(store)),
  },
  roots: PATHS,
  deny: PATHS,
  workingDirectory: { expected: "an absolute path", fits: isPath },
  maxLimit: AT_LEAST_ONE,
  maxDepth: AT_LEAST_ONE,
  maxOutputBytes: wholeFrom(SMALLEST_OUTPUT_BYTES),
  deadlineMs: {
    expected: `a number of milliseconds from 1 to ${LONGEST_TIMER_MS}, or Infinity`,
    fits: (value) => value === Infinity || (typeof value === "number" && value >= 1 && value <= LONGEST_TIMER_MS),
  },
};

/** Complete guard options. */
export interface ListingGuard extends Bounds {
  readonly fileSystem: FileSystem;
  readonly workingDirectory: () => string;
  /** Where relative paths of calls may begin: one directory, or several roots of which nobody said which is meant. */
  readonly starts: () => readonly string[];
  readonly access: AccessPolicy;
  /** Whether quotes in a path are part of its names, as in the profiles of the originals. */
  readonly isLiteral: boolean;
  /** The same for each store, by its scheme. */
  readonly stores: ReadonlyMap<string, ListingGuard>;
}

interface Bounds {
  readonly maxLimit: number;
  readonly maxDepth: number;
  readonly maxOutputBytes: number;
  readonly deadlineMs: number;
}

/** The guard of a router's tools. Throws a `GlobError` for a deny rule that can't be used. */
export function toListingGuard(options: GuardOptions): ListingGuard {
  return toOpenGuard({
    ...options,
    maxLimit: options.maxLimit ?? 2000,
    maxOutputBytes: options.maxOutputBytes ?? 32 * 1024,
    deadlineMs: options.deadlineMs ?? 10_000,
  });
}

/**
 * The roots and deny rules with absolute paths. A server makes them absolute once, when it starts: a client may give relative paths
 * of its calls another working directory, but never the operator's.
 */
export function toAbsolutePlaces(options: GuardOptions): AccessOptions {
  const { fileSystem = sharedDisk(options.cacheBytes), stores = {}, roots, deny } = options;
  const base = { fileSystem, workingDirectory: () => options.workingDirectory ?? currentDirectory() };
  const isOnDisk = (path: string) => schemeOf(path, Object.keys(stores)) === undefined;
  return {
    roots: roots?.map((root) => (isOnDisk(root) ? toWholePath(base, root) : root)),
    deny: deny?.flatMap((rule) => (isOnDisk(rule) ? toWholeRules(base, rule) : [rule])),
  };
}

/** The guard of a library call, which limits only what the options say. */
export function toOpenGuard(options: GuardOptions, isLiteral: boolean = false): ListingGuard {
  const { fileSystem = sharedDisk(options.cacheBytes), stores = {} } = options;
  const schemes = Object.keys(stores);
  const bounds = {
    maxLimit: options.maxLimit ?? Infinity,
    maxDepth: options.maxDepth ?? Infinity,
    maxOutputBytes: options.maxOutputBytes ?? Infinity,
    deadlineMs: options.deadlineMs ?? Infinity,
  };
  refuseRelative(options.workingDirectory, [fileSystem, ...Object.values(stores)]);
  const workingDirectory = () => options.workingDirectory ?? currentDirectory();
  const absolute = toAbsolutePlaces(options);
  const starts = () =>
    options.workingDirectory === undefined && absolute.roots?.length ? absolute.roots : [workingDirectory()];
  const guardPlace = (place: FileSystem, scheme: string | undefined, others: ListingGuard["stores"]): ListingGuard => {
    const roots = absolute.roots
      ?.filter((root) => schemeOf(root, schemes) === scheme)
      .map((root) => toWholePath({ fileSystem: place, workingDirectory }, root));
    const ofDisk = absolute.deny
      ?.filter((rule) => schemeOf(rule, schemes) === undefined)
      .filter((rule) => scheme === undefined || !isForDrive(fileSystem, rule));
    const ofStore = absolute.deny
      ?.filter((rule) => scheme !== undefined && schemeOf(rule, schemes) === scheme)
      .map((rule) => rule.replace(`${scheme}:/`, ""));
    const deny = ofDisk && [...ofDisk, ...(ofStore ?? [])];
    const access = new AccessPolicy({ fileSystem: place, roots, deny, warn });
    return { ...bounds, fileSystem: place, workingDirectory, starts, access, isLiteral, stores: others };
  };
  const guards = Object.entries(stores).map(([scheme, store]): [string, ListingGuard] => [
    scheme,
    guardPlace(store, scheme, new Map()),
  ]);
  return guardPlace(fileSystem, undefined, new Map(guards));
}

/** Node's way for a library to tell the operator something: on standard error, unless the program decides otherwise. */
function warn(message: string): void {
  process.emitWarning(message, "DirleafWarning");
}

/** The guard of the place that a path is in: a store's if the path begins with the store's scheme. */
export function guardOf(guard: ListingGuard, path: string): ListingGuard {
  const scheme = guard.stores.size === 0 ? undefined : schemeOf(path, [...guard.stores.keys()]);
  return (scheme === undefined ? undefined : guard.stores.get(scheme)) ?? guard;
}

/** What is no relative path: nothing, a home directory, a URL. */
const NEVER_RELATIVE = /^(?:~|$|[a-z][a-z0-9+.-]*:\/\/)/i;

/** Whether a path of a call is taken from somewhere else. */
export function isRelative(guards: ListingGuard, path: string): boolean {
  const guard = guardOf(guards, path);
  const isWhole = guard.fileSystem.isAbsolute(path) || readQuotedPath(guard, path) !== undefined;
  // `C:x` is relative to a directory that only Windows knows.
  const isOnDrive = hasDrives(guard.fileSystem) && /^[a-z]:/i.test(path);
  return !isWhole && !isOnDrive && !NEVER_RELATIVE.test(path);
}

/** The absolute path that a path of a call means. One that is not relative stays as it is, and so does one that may lead to several roots. */
export function toAbsolutePath(guards: ListingGuard, path: string): string {
  if (typeof path !== "string" || !isRelative(guards, path)) {
    return path;
  }
  const [start, another] = guards.starts();
  return start === undefined || another !== undefined ? path : joinToStart(guards, start, path);
}

/** A relative path from a directory on: without `.`, and without slashes that mean nothing. `..` stays: a link may come before it. */
export function joinToStart({ fileSystem }: Pick<ListingGuard, "fileSystem">, start: string, path: string): string {
  const names = namesIn(fileSystem, path);
  const above = start.replace(separators(fileSystem, "+$"), "");
  return names.length === 0 && above !== "" ? above : `${above}/${names.join("/")}`;
}

function namesIn(fileSystem: FileSystem, path: string): string[] {
  return path.split(separators(fileSystem, "")).filter((name) => name !== "" && name !== ".");
}

function separators(fileSystem: FileSystem, end: string): RegExp {
  return new RegExp(`${hasDrives(fileSystem) ? "[\\\\/]" : "/"}${end}`);
}

/** Each file system decides what is absolute: a path that is absolute in a bucket is not on a disk. */
function refuseRelative(workingDirectory: string | undefined, places: readonly FileSystem[]): void {
  if (workingDirectory !== undefined && !places.some((place) => place.isAbsolute(workingDirectory))) {
    throw new TypeError(`workingDirectory must be an absolute path, not '${workingDirectory}'`);
  }
}

function schemeOf(path: string, schemes: readonly string[]): string | undefined {
  return schemes.find((scheme) => typeof path === "string" && path.startsWith(`${scheme}://`));
}

const DISKS = new Map<number | undefined, FileSystem>();

/**
 * One disk for all callers that name none: the processes that it starts for mounts that may not answer are worth sharing, and so is
 * what it remembers.
 */
export function sharedDisk(cacheBytes?: number): FileSystem {
  const disk = DISKS.get(cacheBytes) ?? localDisk({ cacheBytes });
  DISKS.set(cacheBytes, disk);
  return disk;
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw respondToModel("failed to read directory: the working directory is gone; give an absolute path", error);
  }
}

function isFileSystem(value: unknown): boolean {
  const needed = ["isAbsolute", "resolve", "readDirectory", "isDirectory"];
  return isObject(value) && needed.every((name) => typeof value[name] === "function");
}

/** What a path that is not whole starts from. */
interface PathBase {
  readonly fileSystem: Pick<FileSystem, "isAbsolute" | "resolve">;
  readonly workingDirectory: () => string;
  /**
   * Whether quotes in a path are part of its names.
   * @default false: what is in quotes is a name as a listing shows it
   */
  readonly isLiteral?: boolean;
}

/** Deny rules that are relative to the working directory. Others that are not absolute match at any depth. */
const FROM_WORKING_DIRECTORY = /^\.\.?(?:\/|$)/;

/** A path or rule that begins with one slash. On Windows it is on the drive of the working directory. */
const WITHOUT_DRIVE = /^[\\/](?![\\/])/;

/** The absolute, normalised form of a path. */
export function toWholePath(base: PathBase, path: string): string {
  const { fileSystem, workingDirectory } = base;
  const quoted = readQuotedPath(base, path);
  const plain = quoted === undefined ? path : toText(quoted);
  const isWhole = fileSystem.isAbsolute(plain) && !lacksDrive(fileSystem, plain);
  return fileSystem.resolve(isWhole ? "/" : workingDirectory(), plain);
}

/** The bytes of an absolute path, as it was written but for what is needed to read it: a drive, or no quotes in it. */
export function toRootBytes(base: PathBase, path: string): ByteString {
  const { fileSystem } = base;
  const isRead = !lacksDrive(fileSystem, path) && readQuotedPath(base, path) === undefined;
  return toByteString(isRead ? path : toWholePath(base, path));
}

/** What is in quotes, or a backslash that is not. */
const QUOTED_OR_BACKSLASH = /"(?:[^"\\]|\\.)*"|\\/gsu;

/**
 * The bytes of a Windows path with names in quotes. No name has a quote in it there, so these are as a listing shows them. A header has
 * quotes around all of `C:\a` if there is a character in it that nobody sees.
 */
export function readQuotedPath(
  { fileSystem, isLiteral }: Omit<PathBase, "workingDirectory">,
  path: string,
): ByteString | undefined {
  if (isLiteral === true || !hasDrives(fileSystem) || !path.includes('"')) {
    return undefined;
  }
  const quoted = parseQuotedRoot(path.replaceAll(QUOTED_OR_BACKSLASH, (part) => (part === "\\" ? "/" : part)));
  return quoted !== undefined && fileSystem.isAbsolute(quoted) ? quoted : undefined;
}

function lacksDrive(fileSystem: PathBase["fileSystem"], path: string): boolean {
  return hasDrives(fileSystem) && WITHOUT_DRIVE.test(path);
}

/**
 * The deny rules that are meant by one. On Windows `\` separates names like `/`, and a rule without a drive applies on every drive. On
 * the drive of the working directory it is also a path, whose links count.
 */
function toWholeRules({ fileSystem, workingDirectory }: PathBase, rule: string): string[] {
  const isWindows = hasDrives(fileSystem);
  const written = isWindows ? rule.replaceAll("\\", "/") : rule;
  if (FROM_WORKING_DIRECTORY.test(written)) {
    const directory = isWindows ? workingDirectory().replaceAll("\\", "/") : workingDirectory();
    // The directory is no glob, whatever characters its name has.
    return [`${toLiteralGlob(directory)}/${written}`];
  }
  if (!lacksDrive(fileSystem, written)) {
    return [written];
  }
  const drive = fileSystem.resolve(workingDirectory(), "/").replaceAll("\\", "/").replace(/\/$/, "");
  return [written, `${drive}${written}`];
}

/** Whether a rule that is whole is about a drive or share, so that it says nothing about a store. */
function isForDrive(fileSystem: Pick<FileSystem, "isAbsolute">, rule: string): boolean {
  return hasDrives(fileSystem) && /^(?:[A-Za-z]:|\/\/)/.test(rule);
}
