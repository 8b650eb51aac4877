// Goes down a path on Linux by descriptors: each directory is opened from the one that holds it, never through a link. So
// whatever is swapped for whatever meanwhile, what was opened is what the bounds were asked about.
import fs from "node:fs";

import { splitNames } from "../../core/absolute-path.ts";
import type { ByteString } from "../../core/byte-string.ts";
import type { ReadOptions } from "../../core/file-system.ts";
import { readErrorCode } from "../../core/problem.ts";
import type { RemoteDisk } from "./remote/remote-disk.ts";
import type { PathSteps } from "./follow-path.ts";
import { toLocation } from "./read-location.ts";

/** O_PATH, for which Node has no name: a place to go on from. It needs no permission to read, and opens no device. */
const O_PATH = 0o10000000;

const OPEN_DIRECTORY = O_PATH | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW;

const TOP = "/" as ByteString;

/** statfs(2): the type of /proc. */
const PROC_SUPER_MAGIC = 0x9fa0;

/** The links in /proc that are what they say. All others there jump to what a process holds, in its own mount namespace too. */
const PLAIN_PROC_LINKS: ReadonlySet<string> = new Set(["self", "thread-self", "mounts", "net"]);

/** Opens the directory `name` in the one that is open as `directory`, or at the top. No link is followed. */
export function openDirectoryIn(directory: number | undefined, name: ByteString): number {
  return fs.openSync(toLocation(entryPath(directory, name)), OPEN_DIRECTORY);
}

/** The path by which what is open as `descriptor` is reached. */
export function descriptorPath(descriptor: number): ByteString {
  return `/proc/self/fd/${descriptor}` as ByteString;
}

export class DescriptorSteps implements PathSteps {
  readonly #remote: RemoteDisk;
  readonly #wait: Pick<ReadOptions, "signal" | "timeoutMs">;
  /** The current directory; none at the top, and on a mount that another process reads. */
  #descriptor: number | undefined;
  /** The mount that may stop answering and that the path has come to. What is below is left to the other process, too. */
  #mount: ByteString | undefined;

  constructor(remote: RemoteDisk, wait: Pick<ReadOptions, "signal" | "timeoutMs">) {
    this.#remote = remote;
    this.#wait = wait;
  }

  /** The mount that the path has ended on, if it may stop answering. */
  get mount(): ByteString | undefined {
    return this.#mount;
  }

  restart(): ByteString {
    this.close();
    this.#mount = undefined;
    return TOP;
  }

  split(path: ByteString): ByteString[] {
    return splitNames(path);
  }

  join(directory: ByteString, name: ByteString): ByteString {
    return (directory === TOP ? `/${name}` : `${directory}/${name}`) as ByteString;
  }

  isAbsolute(target: ByteString): boolean {
    return target.startsWith("/");
  }

  enter(name: ByteString, path: ByteString): Promise<ByteString | undefined> | ByteString | undefined {
    const mount = this.#mount ?? this.#remote.mountOfPath(path);
    if (mount !== undefined) {
      return this.#enterFar(mount, path);
    }
    try {
      const entered = openDirectoryIn(this.#descriptor, name);
      this.close();
      this.#descriptor = entered;
      return undefined;
    } catch (error) {
      const target = readErrorCode(error) === "ENOTDIR" ? this.#readLink(name) : undefined;
      if (target === undefined) {
        throw error;
      }
      return target;
    }
  }

  async #enterFar(mount: ByteString, path: ByteString): Promise<ByteString | undefined> {
    const target = await this.#remote.readLink(mount, path, this.#wait);
    if (target === undefined) {
      this.close();
      this.#mount = mount;
    }
    return target;
  }

  /** Hands over the descriptor of the directory that the path has ended on. */
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

  /** The target of a link in the current directory; undefined where it is none. */
  #readLink(name: ByteString): ByteString | undefined {
    let target: ByteString;
    try {
      target = fs.readlinkSync(toLocation(entryPath(this.#descriptor, name)), "latin1") as ByteString;
    } catch (error) {
      if (readErrorCode(error) === "EINVAL") {
        return undefined;
      }
      throw error;
    }
    const directory = this.#descriptor === undefined ? TOP : descriptorPath(this.#descriptor);
    if (!PLAIN_PROC_LINKS.has(name) && fs.statfsSync(directory).type === PROC_SUPER_MAGIC) {
      throw Object.assign(new Error("EACCES: a link into what a process holds"), { code: "EACCES" });
    }
    return target;
  }
}

function entryPath(directory: number | undefined, name: ByteString): ByteString {
  return (directory === undefined ? `/${name}` : `${descriptorPath(directory)}/${name}`) as ByteString;
}
