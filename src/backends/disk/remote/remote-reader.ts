// Reads mounts that may stop answering without touching them from our own process. Each such mount has a child that does it, so
// that a dead one blocks neither the event loop, nor a thread of Node's pool, nor the end of the process.
import type { ByteString } from "../../../core/byte-string.ts";
import { isEntryName, type EntryDetails } from "../../../core/entry.ts";
import type { Batch } from "../../../core/file-system.ts";
import { remoteFailure } from "./remote-failure.ts";
import { RemoteMount, type RemoteWait, type RemoteResult } from "./remote-mount.ts";
import type { RemoteQuestion } from "./remote-messages.ts";
import { otherSpellings } from "../listed-name.ts";

/**
 * Reads through child processes, one for each mount, started on the first question about it. It is for Linux, where
 * `remoteMountOf` says which mounts need it.
 *
 * If no answer comes within `timeoutMs`, or much sooner if the mount has been silent for a while, the error has code
 * `ETIMEDOUT`. If the child dies, it has code `EIO`.
 */
export class RemoteReader {
  readonly #mounts = new Map<ByteString, RemoteMount>();

  readonly #killAll = (): void => {
    this.#mounts.forEach((mount) => mount.kill());
  };

  /**
   * The entries of a directory in batches, without `.` and `..`. Links may lead to the root, but none in `path` below it is
   * followed. It reads only what the caller asks for, and only the time spent waiting counts.
   */
  async *readDirectory(
    point: ByteString,
    root: ByteString,
    path: ByteString,
    { signal, timeoutMs = Infinity }: RemoteWait = {},
  ): AsyncGenerator<Batch, void> {
    const start = toQuestion("readDirectory", root, path);
    if (!start.names.every(isEntryName)) {
      throw remoteFailure("ENOENT", start, point);
    }
    signal?.throwIfAborted();
    const mount = this.#mountAt(point);
    let left = timeoutMs;
    let reading: number | undefined;
    try {
      do {
        const question: RemoteQuestion = reading === undefined ? start : { ...start, task: "readOn", reading };
        const asked = performance.now();
        const part = await mount.ask(question, { signal, timeoutMs: left });
        left -= performance.now() - asked;
        const isWhole = reading === undefined && part.reading === undefined;
        ({ reading } = part);
        yield { entries: part.entries, startsOver: part.startsOver, isWhole };
        signal?.throwIfAborted();
      } while (reading !== undefined);
    } finally {
      if (reading !== undefined) {
        mount.close(reading);
      }
    }
  }

  /** Whether this path below the root is a directory now, without following any link in it. */
  async isDirectory(mount: ByteString, root: ByteString, path: ByteString, wait: RemoteWait = {}): Promise<boolean> {
    const question = { ...toQuestion("isDirectory", root, path), entries: otherSpellings(nameOf(path)) };
    return question.names.every(isEntryName) && (await this.#ask(mount, question, wait)).value === true;
  }

  /** The bytes of a regular file; undefined if there is none of at most `maxBytes` bytes that can be read. */
  async readFile(
    mount: ByteString,
    root: ByteString,
    path: ByteString,
    { maxBytes, ...wait }: RemoteWait & { readonly maxBytes: number },
  ): Promise<Uint8Array | undefined> {
    const question = { ...toQuestion("readFile", root, path), maxBytes };
    if (!question.names.every(isEntryName)) {
      return undefined;
    }
    const { value } = await this.#ask(mount, question, wait);
    return typeof value === "string" ? Buffer.from(value, "latin1") : undefined;
  }

  /** The details of entries of a directory, in their order; undefined for one that has none. */
  async readDetails(
    mount: ByteString,
    root: ByteString,
    path: ByteString,
    entries: readonly ByteString[],
    wait: RemoteWait = {},
  ): Promise<(EntryDetails | undefined)[]> {
    const question = { ...toQuestion("readDetails", root, path), entries };
    if (![...question.names, ...entries].every(isEntryName)) {
      throw remoteFailure("ENOENT", question, mount);
    }
    const { details } = await this.#ask(mount, question, wait);
    return entries.map((_, index) => (details?.[index] as EntryDetails | null | undefined) ?? undefined);
  }

  /**
   * The target of the link at an absolute path without other links; undefined if a directory is there. And whether the directory that it
   * is in lists exactly this name.
   */
  async readLink(
    mount: ByteString,
    path: ByteString,
    wait: RemoteWait = {},
  ): Promise<{ target: ByteString | undefined; isListed: boolean }> {
    const question = toQuestion("readLink", "/" as ByteString, path.slice(1) as ByteString);
    // The name of a mount point is in another file system, and does not matter: the mount is only found by it.
    const entries = path === mount ? [] : otherSpellings(nameOf(path));
    const { value, isListed } = await this.#ask(mount, { ...question, entries }, wait);
    return { target: typeof value === "string" ? (value as ByteString) : undefined, isListed: isListed !== false };
  }

  /** Where an absolute path leads, with links resolved. */
  async realPath(mount: ByteString, path: ByteString, wait: RemoteWait = {}): Promise<ByteString> {
    const { value } = await this.#ask(mount, toQuestion("realPath", path, "" as ByteString), wait);
    return String(value) as ByteString;
  }

  async #ask(point: ByteString, question: RemoteQuestion, wait: RemoteWait): Promise<RemoteResult> {
    wait.signal?.throwIfAborted();
    return this.#mountAt(point).ask(question, wait);
  }

  #mountAt(point: ByteString): RemoteMount {
    let mount = this.#mounts.get(point);
    if (mount === undefined) {
      mount = new RemoteMount(point, () => this.#forget(point));
      if (this.#mounts.size === 0) {
        process.on("exit", this.#killAll);
      }
      this.#mounts.set(point, mount);
    }
    return mount;
  }

  #forget(point: ByteString): void {
    this.#mounts.delete(point);
    if (this.#mounts.size === 0) {
      process.off("exit", this.#killAll);
    }
  }
}

function nameOf(path: ByteString): ByteString {
  return path.slice(path.lastIndexOf("/") + 1) as ByteString;
}

function toQuestion(
  task: RemoteQuestion["task"],
  root: ByteString,
  path: ByteString,
): RemoteQuestion & { names: ByteString[] } {
  return { task, root, names: path === "" ? [] : (path.split("/") as ByteString[]), maxBytes: 0 };
}
