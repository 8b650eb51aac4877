// What whoever runs the tools sets around every listing: where it may look, and how much it may cost.
import { localDisk } from "../backends/local-disk.ts";
import type { FileSystem } from "../core/file-system.ts";
import { respondToModel } from "./function-call-error.ts";
import { AccessPolicy, type AccessOptions } from "../sandbox/access-policy.ts";

export interface GuardOptions extends AccessOptions {
  /**
   * What is listed.
   * @default localDisk()
   */
  readonly fileSystem?: FileSystem | undefined;
  /**
   * What relative paths are taken from.
   * @default process.cwd() at the time of the call
   */
  readonly workingDirectory?: string | undefined;
  /**
   * The largest page: a call for more is served as many.
   * @default 2000
   */
  readonly maxLimit?: number | undefined;
  /**
   * The largest depth: a call for more is served to that depth.
   * @default Infinity
   */
  readonly maxDepth?: number | undefined;
  /**
   * The largest answer in bytes: a page that would be longer ends early, on an entry, and says that there is more.
   * @default 32768
   */
  readonly maxOutputBytes?: number | undefined;
  /**
   * The longest time for a call in milliseconds: what has not answered by then is marked or left for the next page.
   * @default 10000
   */
  readonly deadlineMs?: number | undefined;
}

/** Guard options made complete. */
export interface ListingGuard {
  readonly fileSystem: FileSystem;
  readonly workingDirectory: () => string;
  readonly access: AccessPolicy;
  readonly maxLimit: number;
  readonly maxDepth: number;
  readonly maxOutputBytes: number;
  readonly deadlineMs: number;
}

/** The guard of a router's tools. Throws a `GlobError` for a deny rule that can't be used. */
export function toListingGuard(options: GuardOptions): ListingGuard {
  return {
    ...toOpenGuard(options),
    maxLimit: options.maxLimit ?? 2000,
    maxOutputBytes: options.maxOutputBytes ?? 32 * 1024,
    deadlineMs: options.deadlineMs ?? 10_000,
  };
}

/** The guard of a library call, which bounds only what it is told to bound. */
export function toOpenGuard(options: GuardOptions): ListingGuard {
  const { fileSystem = defaultDisk(), roots, deny } = options;
  const workingDirectory = () => options.workingDirectory ?? currentDirectory();
  const toAbsolute = (root: string) =>
    fileSystem.isAbsolute(root) ? fileSystem.resolve("/", root) : fileSystem.resolve(workingDirectory(), root);
  return {
    fileSystem,
    workingDirectory,
    access: new AccessPolicy({ roots: roots?.map(toAbsolute), deny }),
    maxLimit: options.maxLimit ?? Infinity,
    maxDepth: options.maxDepth ?? Infinity,
    maxOutputBytes: options.maxOutputBytes ?? Infinity,
    deadlineMs: options.deadlineMs ?? Infinity,
  };
}

let sharedDisk: FileSystem | undefined;

/** One disk for all who name none: the processes that it starts for mounts that may not answer are worth sharing. */
function defaultDisk(): FileSystem {
  sharedDisk ??= localDisk();
  return sharedDisk;
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw respondToModel("failed to read directory: the working directory is gone; give an absolute path", error);
  }
}
