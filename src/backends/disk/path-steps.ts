// The two ways down a path to a root: by descriptors on Linux, and by looking where directories can't be held open.
import fs from "node:fs";
import path from "node:path";

import { namesOfPath, type ByteString } from "../../core/byte-string.ts";
import type { WaitOptions } from "../../core/file-system.ts";
import { readErrorCode } from "../../core/problem.ts";
import { descriptorPath, entryLocation, OPEN_DIRECTORY, openDirectoryIn, readLink, toLocation } from "./disk-path.ts";
import { type DiskDirectory, isCaseInsensitivePlatform, KernelDirectory } from "./disk-directory.ts";
import { ENTERED, POSIX_PATHS, type PathSteps, type PathSyntax, type Step } from "./follow-path.ts";
import { findStep } from "./listed-name.ts";
import type { MountLookup } from "./mount-lookup.ts";
import type { RemoteMounts } from "./remote/remote-mounts.ts";

const TOP = "/" as ByteString;

const IS_WINDOWS = path.sep === "\\";

/** Paths start with a drive or a share here. */
const WINDOWS_PATHS: PathSyntax = {
  top: "" as ByteString,
  split: (location) =>
    namesOfPath(path.isAbsolute(location) ? location : (location.replaceAll("\\", "/") as ByteString)),
  join(directory, name) {
    if (directory === "") {
      return `${name}\\` as ByteString;
    }
    return (directory.endsWith("\\") ? directory + name : `${directory}\\${name}`) as ByteString;
  },
  isAbsolute: path.isAbsolute,
};

/** statfs(2): the type of /proc. */
const PROC_SUPER_MAGIC = 0x9fa0;

/** The links in /proc that lead where they say. All others jump to something a process holds, even in its own mount namespace. */
const PLAIN_PROC_LINKS: ReadonlySet<string> = new Set(["self", "thread-self", "mounts", "net"]);

/**
 * Opens each directory from the one that contains it, never through a link. Whatever is swapped in the meantime, what we opened is
 * what we asked the bounds about.
 */
export class DescriptorSteps implements PathSteps {
  readonly syntax: PathSyntax = POSIX_PATHS;
  readonly #mounts: MountLookup;
  readonly #remote: RemoteMounts;
  readonly #wait: WaitOptions;
  /** The current directory; undefined at the top, and on a mount that another process reads. */
  #descriptor: number | undefined;
  /** The mount the path has reached, if that mount may stop answering. Everything below is left to the other process, too. */
  mount: ByteString | undefined;

  constructor(mounts: MountLookup, remote: RemoteMounts, wait: WaitOptions) {
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

/**
 * Calls `lstat` on the path of each name. A directory that is swapped between that call and the read can lead elsewhere;
 * `docs/security.md` says so.
 */
export class LstatSteps implements PathSteps {
  readonly syntax: PathSyntax = IS_WINDOWS ? WINDOWS_PATHS : POSIX_PATHS;

  restart(): void {}

  async enter(name: ByteString, location: ByteString): Promise<Step> {
    // A drive or share is in no directory.
    const directory = location.endsWith(name) ? (location.slice(0, -name.length) as ByteString) : undefined;
    if (IS_WINDOWS && directory !== undefined && name.includes(":")) {
      // `Secret::$INDEX_ALLOCATION` is another way to say `Secret`.
      throw Object.assign(new Error("ENOENT: no entry has a colon in its name"), { code: "ENOENT" });
    }
    const stats = fs.lstatSync(toLocation(location));
    const above = directory && new KernelDirectory(directory);
    if (above !== undefined && (isCaseInsensitivePlatform() || above.mayFindOddNames())) {
      const { listedAs } = await findStep(above, name, {});
      if (listedAs !== name) {
        return { is: "spelled", listedAs };
      }
    }
    if (stats.isSymbolicLink()) {
      return { is: "link", target: readLink(toLocation(location)) };
    }
    refuseNoDirectory(stats.isDirectory());
    return ENTERED;
  }
}

function refuseNoDirectory(isDirectory: boolean): void {
  if (!isDirectory) {
    throw Object.assign(new Error("ENOTDIR: not a directory"), { code: "ENOTDIR" });
  }
}
