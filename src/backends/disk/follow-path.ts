// Finds out where a path leads, one name at a time. We resolve links ourselves, so that we open or inspect nothing before asking the
// bounds about it: what is outside them can neither leak nor hold us up. The steps decide how a directory is entered: on Linux by the
// descriptors of those above it.
import fs from "node:fs";

import { directoryOf, splitNames, type ByteString } from "../../core/byte-string.ts";
import type { BoundedPlace, OpenRootOptions, PathBounds, WaitOptions } from "../../core/file-system.ts";
import { readErrorCode } from "../../core/problem.ts";
import { KernelDirectory, type DiskDirectory } from "./disk-directory.ts";
import { descriptorPath, entryLocation, OPEN_DIRECTORY, openDirectoryIn, pathIn, readLink } from "./disk-path.ts";
import { findStep, refuseUnlisted } from "./listed-name.ts";
import type { RemoteMounts } from "./remote/remote-mounts.ts";

const TOP = "/" as ByteString;

/** How paths are written. */
export interface PathSyntax {
  /** What all paths start with. */
  readonly top: ByteString;
  /** The names in a path or in the target of a link. */
  split(path: ByteString): ByteString[];
  join(directory: ByteString, name: ByteString): ByteString;
  isAbsolute(target: ByteString): boolean;
}

export const POSIX_PATHS: PathSyntax = {
  top: TOP,
  split: splitNames,
  join: pathIn,
  isAbsolute: (target) => target.startsWith("/"),
};

/** Goes down from the top of a file system, one directory at a time. */
export interface PathSteps {
  readonly syntax: PathSyntax;
  /** Whether `..` may be taken off a path. Otherwise the way to the directory above is walked again from the top. */
  readonly goesUpByName?: boolean;
  /** Goes back to the top. */
  restart(): void;
  /**
   * Enters the directory `name` in the current one; `path` is its full path, and `directory` that of the current one. Stays where it is
   * unless the result is `entered`. Fails as a directory read does. Returns a promise only if there is something to wait for.
   */
  enter(name: ByteString, path: ByteString, directory: ByteString): Promise<Step> | Step;
}

/** What came of a step. */
export type Step =
  | { readonly is: "entered" }
  /** There is a link, which has not been followed. */
  | { readonly is: "link"; readonly target: ByteString }
  /** The directory has the entry under another name. */
  | { readonly is: "spelled"; readonly listedAs: ByteString }
  /** The path is not followed any further. */
  | { readonly is: "end" };

export const ENTERED: Step = { is: "entered" };

/** Where a path leads. */
interface Followed {
  readonly path: ByteString;
  /** The names that were not followed, if the steps have ended the way. */
  readonly rest: readonly ByteString[];
}

/** As many links as Linux follows in one path. */
const MOST_LINKS = 40;

const EVERYWHERE: BoundedPlace = { enter: () => EVERYWHERE, follow() {} };

const NO_BOUNDS: PathBounds = { start: (path) => path, top: EVERYWHERE };

/** Goes where a path leads and returns the real path. Fails as a directory read does, or as the bounds do. */
export async function followPath(path: ByteString, steps: PathSteps, options: OpenRootOptions): Promise<ByteString> {
  const { signal, timeoutMs = Infinity, pause, bounds } = options;
  const end = performance.now() + timeoutMs;
  const way = follow(path, steps, bounds);
  let turn = way.next();
  while (turn.done !== true) {
    // Before any pause: a step that fails while nobody waits for it ends the process.
    const step = turn.value === undefined ? undefined : await turn.value;
    // Links can make a path of a hundred thousand steps, so others get a turn in between, and the caller's time limit is kept.
    const pausing = pause();
    if (pausing !== undefined) {
      await pausing;
      signal?.throwIfAborted();
      if (performance.now() > end) {
        throw Object.assign(new Error("ETIMEDOUT: the path was not followed in time"), { code: "ETIMEDOUT" });
      }
    }
    turn = way.next(step);
  }
  return turn.value.path;
}

/** The same at once, without bounds, for steps that never wait. With `from`, the path is below that directory. */
export function followNow(path: ByteString, steps: PathSteps, from: ByteString | undefined): Followed {
  const way = follow(path, steps, NO_BOUNDS, from);
  for (;;) {
    const turn = way.next();
    if (turn.done === true) {
      return turn.value;
    }
  }
}

/** Yields before each name, and whenever a step has to be waited for. It must be given what came of that step. */
function* follow(
  path: ByteString,
  steps: PathSteps,
  bounds: PathBounds,
  from?: ByteString,
): Generator<Promise<Step> | undefined, Followed, Step | undefined> {
  const { syntax } = steps;
  /** The names of the directory that the steps have reached, and where it is. */
  let names: ByteString[] = [];
  let at = from ?? syntax.top;
  let place = bounds.top;
  /** What is left to walk, the next name last. */
  const rest = syntax.split(bounds.start(path)).toReversed();
  const startOver = (first: readonly ByteString[]): void => {
    rest.push(...first.toReversed());
    names = [];
    at = syntax.top;
    place = bounds.top;
    steps.restart();
  };
  let links = 0;
  /** Whether the next name is one that its directory has just listed in place of another. */
  let isListed = false;
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    yield undefined;
    if (name === ".") {
      continue;
    }
    if (name === "..") {
      // Where directories are held open, we walk down again from the top: holding the whole way would slow down every other path.
      if (steps.goesUpByName === true) {
        at = directoryOf(at) || syntax.top;
      } else {
        startOver(names.slice(0, -1));
      }
      continue;
    }
    const next = place.enter(name);
    const nextAt = syntax.join(at, name);
    const entered = steps.enter(name, nextAt, at);
    const step = (entered instanceof Promise ? yield entered : entered) as Step;
    const wasListed = isListed;
    isListed = false;
    switch (step.is) {
      case "entered":
        names.push(name);
        at = nextAt;
        place = next;
        break;
      case "spelled":
        if (wasListed) {
          // Somebody is renaming the entry. The next call may find it.
          refuseUnlisted(name);
        }
        // The bounds must see the name that the disk gives, too.
        rest.push(step.listedAs);
        isListed = true;
        break;
      case "link":
        links += 1;
        if (links > MOST_LINKS) {
          throw Object.assign(new Error("ELOOP: too many symbolic links"), { code: "ELOOP" });
        }
        next.follow();
        if (syntax.isAbsolute(step.target)) {
          startOver(syntax.split(bounds.start(step.target)));
        } else {
          rest.push(...syntax.split(step.target).toReversed());
        }
        break;
      case "end":
        return { path: nextAt, rest: rest.toReversed() };
    }
  }
  return { path: at, rest: [] };
}

/** statfs(2): the type of /proc. */
const PROC_SUPER_MAGIC = 0x9fa0;

/** The links in /proc that lead where they say. All others jump to something a process holds, even in its own mount namespace. */
const PLAIN_PROC_LINKS: ReadonlySet<string> = new Set(["self", "thread-self", "mounts", "net"]);

/** What these steps ask about mounts. Paths are absolute and without links. */
interface KnownMounts {
  /** The mount of a path, if it may stop answering. */
  ofPath(path: ByteString): ByteString | undefined;
  /** Whether the disk of an entry may find it by another name than the one that it lists. */
  mayIgnoreCase(path: ByteString): boolean;
}

/**
 * Opens each directory from the one that contains it, never through a link. Whatever is swapped in the meantime, what we opened is
 * what we asked the bounds about.
 */
export class DescriptorSteps implements PathSteps {
  readonly syntax: PathSyntax = POSIX_PATHS;
  readonly #mounts: KnownMounts;
  readonly #remote: RemoteMounts;
  readonly #wait: WaitOptions;
  /** The current directory; undefined at the top, and on a mount that another process reads. */
  #descriptor: number | undefined;
  /** The mount the path has reached, if that mount may stop answering. Everything below is left to the other process, too. */
  mount: ByteString | undefined;

  constructor(mounts: KnownMounts, remote: RemoteMounts, wait: WaitOptions) {
    this.#mounts = mounts;
    this.#remote = remote;
    this.#wait = wait;
  }

  restart(): void {
    this.close();
    this.mount = undefined;
  }

  enter(name: ByteString, location: ByteString, directory: ByteString): Promise<Step> | Step {
    const mount = this.mount ?? this.#mounts.ofPath(location);
    if (mount !== undefined) {
      // The name of a mount point is in another file system, and does not matter: the mount is only found by it.
      return this.#enterRemote(mount, this.#remote.directoryAt(mount, directory), name, location === mount);
    }
    return this.#mounts.mayIgnoreCase(location) ? this.#enterIgnoringCase(name) : this.#enterLocal(name);
  }

  #enterLocal(name: ByteString): Step {
    try {
      const entered = openDirectoryIn(this.#descriptor, name);
      this.close();
      this.#descriptor = entered;
      return ENTERED;
    } catch (error) {
      const target = readErrorCode(error) === "ENOTDIR" ? this.#readLink(name) : undefined;
      if (target === undefined) {
        throw error;
      }
      return { is: "link", target };
    }
  }

  /** On a disk that may find the entry by a name that it does not list. */
  async #enterIgnoringCase(name: ByteString): Promise<Step> {
    const { listedAs } = await findStep(new KernelDirectory(this.#path), name, this.#wait);
    return listedAs === name ? this.#enterLocal(name) : { is: "spelled", listedAs };
  }

  async #enterRemote(
    mount: ByteString,
    directory: DiskDirectory,
    name: ByteString,
    isMountPoint: boolean,
  ): Promise<Step> {
    const found = await findStep(directory, name, this.#wait, isMountPoint);
    if ("code" in found.look) {
      throw Object.assign(new Error(`${found.look.code}: can't be looked at`), { code: found.look.code });
    }
    if (found.listedAs !== name) {
      return { is: "spelled", listedAs: found.listedAs };
    }
    const { kind, target } = found.look;
    if (target !== undefined) {
      return { is: "link", target };
    }
    refuseNoDirectory(kind === "directory");
    this.close();
    this.mount = mount;
    return ENTERED;
  }

  /** Hands over the descriptor of the directory that the path ended on. */
  take(): number {
    const descriptor = this.#descriptor ?? fs.openSync(TOP, OPEN_DIRECTORY);
    this.#descriptor = undefined;
    return descriptor;
  }

  close(): void {
    if (this.#descriptor !== undefined) {
      fs.closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }

  get #path(): ByteString {
    return this.#descriptor === undefined ? TOP : descriptorPath(this.#descriptor);
  }

  /** The target of a link in the current directory; undefined if the entry is not a link. */
  #readLink(name: ByteString): ByteString | undefined {
    let target: ByteString;
    try {
      target = readLink(entryLocation(this.#descriptor, name));
    } catch (error) {
      if (readErrorCode(error) === "EINVAL") {
        return undefined;
      }
      throw error;
    }
    if (!PLAIN_PROC_LINKS.has(name) && fs.statfsSync(this.#path).type === PROC_SUPER_MAGIC) {
      throw Object.assign(new Error("EACCES: a link into what a process holds"), { code: "EACCES" });
    }
    return target;
  }
}

/** Throws where a path leads on through something else. */
export function refuseNoDirectory(isDirectory: boolean): void {
  if (!isDirectory) {
    throw Object.assign(new Error("ENOTDIR: not a directory"), { code: "ENOTDIR" });
  }
}
