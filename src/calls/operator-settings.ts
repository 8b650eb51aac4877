// The operator's settings for every call: what it may list, how much it may cost, and what a relative path is relative to.
import { AccessPolicy } from "../access/access-policy.ts";
import { hasWindowsPaths, type FileSystem } from "../core/file-system.ts";
import { localDisk } from "../disk/local-disk.ts";
import { resolveRule } from "../filters/deny-rules.ts";
import {
  AT_LEAST_ONE,
  isObject,
  isPath,
  LONGEST_TIMER_MS,
  PATHS,
  wholeNumberFrom,
  type RulesFor,
} from "../tooling/check-options.ts";
import { respondToModel } from "../tooling/function-call-error.ts";
import { parseQuotedRoot } from "../text/shown-path.ts";

/**
 * What calls may list, and how much they may cost. The defaults of `maxLimit`, `maxOutputBytes` and `deadlineMs` are those of a router's
 * tools; in functions for programs, such as `listDir`, they are `Infinity`.
 */
export interface GuardOptions {
  /**
   * The directories that may be listed, with everything below them. Relative paths are resolved against the working directory.
   * The real path of a root is determined when the root is set, and does not change even if a link replaces the root.
   * @default none: every directory may be listed
   */
  readonly roots?: readonly string[] | undefined;
  /**
   * Paths and globs. Entries that match are left out of every listing, and directories that match are never opened. A rule that
   * begins with `/`, or on Windows with a drive or share, is absolute, one that begins with `./` or `../` is relative to the
   * working directory, and any other matches at any depth. Case and Unicode normalisation make no difference. On Windows `\\`
   * separates names like `/`, and a rule that begins with `/` applies on every drive.
   * @default none: nothing is denied
   */
  readonly deny?: readonly string[] | undefined;
  /**
   * The file system to list.
   * @default localDisk()
   */
  readonly fileSystem?: FileSystem | undefined;
  /**
   * How many bytes of memory the local disk may use to remember the names in huge directories for a minute, so that the next page of one
   * costs no read. All callers that give the same number share it. 0 remembers nothing. A `fileSystem` of your own decides for itself.
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
   * An entry that does not fit even then is refused, with an argument that skips it. At least 256.
   * @default 32768
   */
  readonly maxOutputBytes?: number | undefined;
  /**
   * The longest time for a call in milliseconds: what has not answered by then is marked or left for the next page.
   * @default 10000
   */
  readonly deadlineMs?: number | undefined;
}

/** With less, an error would have no room for a useful piece of its path. */
const SMALLEST_OUTPUT_BYTES = 256;

export const GUARD_RULES: RulesFor<keyof GuardOptions> = {
  fileSystem: { expected: "a file system, such as localDisk() or memory([...])", fits: isFileSystem },
  cacheBytes: wholeNumberFrom(0, Number.MAX_SAFE_INTEGER),
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
  maxOutputBytes: wholeNumberFrom(SMALLEST_OUTPUT_BYTES),
  deadlineMs: {
    expected: `a number of milliseconds from 1 to ${LONGEST_TIMER_MS}, or Infinity`,
    fits: (value) => value === Infinity || (typeof value === "number" && value >= 1 && value <= LONGEST_TIMER_MS),
  },
};

/** The guard's options with defaults filled in, for one file system. */
export interface Guard {
  readonly fileSystem: FileSystem;
  readonly access: AccessPolicy;
  readonly maxLimit: number;
  readonly maxDepth: number;
  readonly maxOutputBytes: number;
  readonly deadlineMs: number;
  /** The directories that a relative path may start from: one, or several roots if nothing says which of them is meant. */
  readonly startDirectories: () => readonly string[];
  /** Whether quotes in a path are part of its names, as in the profiles of the originals. */
  readonly isLiteral: boolean;
  /** The guards of the stores, by their schemes. A store's own guard has none. */
  readonly stores: ReadonlyMap<string, Guard>;
}

/** The deadline of a router's tools, also in the profiles of the originals. */
const DEFAULT_DEADLINE_MS = 10_000;

/** The guard of a router's tools, with the bounds that protect a model. Throws a `GlobError` for a deny rule that can't be used. */
export function toModelGuard(options: GuardOptions): Guard {
  return toGuard({
    ...options,
    maxLimit: options.maxLimit ?? 2000,
    maxOutputBytes: options.maxOutputBytes ?? 32 * 1024,
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
  });
}

/** The guard of a library call, with only the bounds that the options set. */
export function toGuard(options: GuardOptions, isLiteral: boolean = false): Guard {
  const { fileSystem = sharedDisk(options.cacheBytes), stores = {}, workingDirectory: given } = options;
  const schemes = Object.keys(stores);
  if (given !== undefined && ![fileSystem, ...Object.values(stores)].some((each) => each.isAbsolute(given))) {
    throw new TypeError(`workingDirectory must be an absolute path, not '${given}'`);
  }
  const { roots, deny } = toAbsoluteAccess(options);
  const workingDirectory = () => given ?? currentDirectory();
  const guardFor = (backend: FileSystem, scheme: string | undefined, others: Guard["stores"]): Guard => ({
    fileSystem: backend,
    access: new AccessPolicy(
      backend,
      roots?.filter((root) => schemeOf(root, schemes) === scheme),
      (scheme === undefined ? deny : toStoreRules(deny, fileSystem))
        .filter((rule) => [undefined, scheme].includes(schemeOf(rule, schemes)))
        .map((rule) => (scheme === undefined ? rule : rule.replace(`${scheme}:/`, ""))),
      warn,
    ),
    maxLimit: options.maxLimit ?? Infinity,
    maxDepth: options.maxDepth ?? Infinity,
    maxOutputBytes: options.maxOutputBytes ?? Infinity,
    deadlineMs: options.deadlineMs ?? Infinity,
    startDirectories: () =>
      given === undefined && roots !== undefined && roots.length > 0 ? roots : [workingDirectory()],
    isLiteral,
    stores: others,
  });
  const storeGuards = Object.entries(stores).map(([scheme, store]): [string, Guard] => [
    scheme,
    guardFor(store, scheme, new Map()),
  ]);
  return guardFor(fileSystem, undefined, new Map(storeGuards));
}

/**
 * The roots and deny rules with absolute paths. A server makes them absolute once, when it starts: a client may give the relative
 * paths of its calls another working directory, but never the operator's.
 */
export function toAbsoluteAccess(options: GuardOptions): { roots: string[] | undefined; deny: string[] } {
  const { fileSystem = sharedDisk(options.cacheBytes), stores = {}, roots, deny = [] } = options;
  const directory = () => options.workingDirectory ?? currentDirectory();
  const isOnDisk = (path: string) => schemeOf(path, Object.keys(stores)) === undefined;
  return {
    roots: roots?.map((root) => {
      const store = isOnDisk(root) ? undefined : stores[schemeOf(root, Object.keys(stores)) as string];
      // On Windows, a root without a drive is on that of the working directory.
      const needsDirectory = !fileSystem.isAbsolute(root) || hasWindowsPaths(fileSystem);
      return store?.resolve("/", root) ?? fileSystem.resolve(needsDirectory ? directory() : "/", root);
    }),
    deny: deny.map((rule) => (isOnDisk(rule) ? resolveRule(rule, fileSystem, directory()) : rule)),
  };
}

/** The deny rules for a store. On Windows, rules for a drive or a share do not apply to it, and the others may be written with `\`. */
function toStoreRules(rules: readonly string[], disk: FileSystem): readonly string[] {
  return hasWindowsPaths(disk)
    ? rules.map((rule) => rule.replaceAll("\\", "/")).filter((rule) => !/^(?:[a-z]:|\/\/)/i.test(rule))
    : rules;
}

/** The guard of the file system that a path is in: a store's if the path begins with the store's scheme. */
export function guardOf(guard: Guard, path: string): Guard {
  const scheme = schemeOf(path, [...guard.stores.keys()]);
  return (scheme === undefined ? undefined : guard.stores.get(scheme)) ?? guard;
}

/** Paths that are not relative, though no file system calls them absolute: an empty one, a home directory, a URL. */
const NEVER_RELATIVE = /^(?:~|$|[a-z][a-z0-9+.-]*:\/\/)/i;

/** Makes a path of a call absolute. A path that is not relative stays as it is, and so does one that may start from several roots. */
export function toAbsolutePath(baseGuard: Guard, given: string): string {
  if (typeof given !== "string") {
    return given;
  }
  const { fileSystem } = guardOf(baseGuard, given);
  // On Windows, the header of a listing quotes all of `C:\a` if there is an invisible character in it.
  const path = given.startsWith('"') && !baseGuard.isLiteral ? (parseQuotedRoot(given) ?? given) : given;
  const hasDrives = hasWindowsPaths(fileSystem);
  // On Windows, `\a` is on the drive of the directory that relative paths start from.
  const needsDrive = hasDrives && /^[\\/](?![\\/])/.test(path);
  const isAbsolute = fileSystem.isAbsolute(path) && !needsDrive;
  if (isAbsolute || NEVER_RELATIVE.test(path) || (hasDrives && /^[a-z]:/i.test(path))) {
    // `C:a` is relative to a directory that only Windows knows.
    return path;
  }
  const [start, another] = baseGuard.startDirectories();
  if (start === undefined || another !== undefined) {
    return given;
  }
  if (needsDrive) {
    return fileSystem.resolve(start, path);
  }
  // `..` stays: the name before it may be a link.
  const names = given.split(hasDrives ? /[\\/]/ : "/").filter((name) => name !== "" && name !== ".");
  const above = start.replace(hasDrives ? /[\\/]+$/ : /\/+$/, "");
  return names.length === 0 && above !== "" ? above : `${above}/${names.join("/")}`;
}

function schemeOf(path: string, schemes: readonly string[]): string | undefined {
  return schemes.find((scheme) => typeof path === "string" && path.startsWith(`${scheme}://`));
}

const DISKS = new Map<number | undefined, FileSystem>();

/** The disk of all callers that give no file system: they share its cache and its child processes for network mounts. */
export function sharedDisk(cacheBytes?: number): FileSystem {
  const disk = DISKS.get(cacheBytes) ?? localDisk({ cacheBytes });
  DISKS.set(cacheBytes, disk);
  return disk;
}

/** Tells the operator something: on standard error, unless the program handles warnings itself. */
function warn(message: string): void {
  process.emitWarning(message, "DirleafWarning");
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw respondToModel("failed to read directory: the working directory is gone; give an absolute path", error);
  }
}

function isFileSystem(value: unknown): boolean {
  const needed = ["isAbsolute", "resolve", "readDirectory"];
  return isObject(value) && needed.every((name) => typeof value[name] === "function");
}
