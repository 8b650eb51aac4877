// Goes down a path on Linux by descriptors: opens each directory from the one that contains it, never through a link. Whatever
// is swapped in the meantime, what we opened is what we asked the bounds about.
import fs from "node:fs";

import { splitNames } from "../../core/absolute-path.ts";
import type { ByteString } from "../../core/byte-string.ts";
import type { ReadOptions } from "../../core/file-system.ts";
import { readErrorCode } from "../../core/problem.ts";
import type { RemoteDisk } from "./remote/remote-disk.ts";
import { descriptorPath, entryLocation, OPEN_DIRECTORY, openDirectoryIn } from "./descriptor-path.ts";
import { readLink } from "./exact-bytes.ts";
import type { PathSteps, StepResult } from "./follow-path.ts";
import { listedForStep } from "./listed-name.ts";

const TOP = "/" as ByteString;

/** statfs(2): the type of /proc. */
const PROC_SUPER_MAGIC = 0x9fa0;

/** The links in /proc that lead where they say. All others jump to something a process holds, even in its own mount namespace. */
const PLAIN_PROC_LINKS: ReadonlySet<string> = new Set(["self", "thread-self", "mounts", "net"]);

export class DescriptorSteps implements PathSteps {
  readonly #remote: RemoteDisk;
  readonly #wait: Pick<ReadOptions, "signal" | "timeoutMs">;
  /** The current directory; undefined at the top, and on a mount that another process reads. */
  #descriptor: number | undefined;
  /** The mount the path has reached, if that mount may stop answering. Everything below is left to the other process, too. */
  #mount: ByteString | undefined;

  constructor(remote: RemoteDisk, wait: Pick<ReadOptions, "signal" | "timeoutMs">) {
    this.#remote = remote;
    this.#wait = wait;
  }

  /** The mount that the path ended on, if it may stop answering. */
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

  enter(name: ByteString, path: ByteString): Promise<StepResult> | StepResult {
    const mount = this.#mount ?? this.#remote.mountOfPath(path);
    if (mount !== undefined) {
      return this.#enterRemote(mount, name, path);
    }
    return this.#remote.mayFold(path) ? this.#enterFolding(name) : this.#enterLocal(name);
  }

  #enterLocal(name: ByteString): ByteString | undefined {
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

  /** On a disk that may find the entry by a name that it does not list. */
  async #enterFolding(name: ByteString): Promise<StepResult> {
    const directory = this.#descriptor === undefined ? TOP : descriptorPath(this.#descriptor);
    const listedAs = await listedForStep(directory, name, this.#wait.signal);
    return listedAs === name ? this.#enterLocal(name) : { listedAs };
  }

  async #enterRemote(mount: ByteString, name: ByteString, path: ByteString): Promise<StepResult> {
    const { target, listedAs } = await this.#remote.readLink(mount, path, this.#wait);
    if (listedAs !== name) {
      return { listedAs };
    }
    if (target === undefined) {
      this.close();
      this.#mount = mount;
    }
    return target;
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
    const directory = this.#descriptor === undefined ? TOP : descriptorPath(this.#descriptor);
    if (!PLAIN_PROC_LINKS.has(name) && fs.statfsSync(directory).type === PROC_SUPER_MAGIC) {
      throw Object.assign(new Error("EACCES: a link into what a process holds"), { code: "EACCES" });
    }
    return target;
  }
}
