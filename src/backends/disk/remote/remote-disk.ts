// Tells which parts of the disk lie on mounts that may stop answering, and reads those through other processes.
import type { ByteString } from "../../../core/byte-string.ts";
import type { EntryDetails } from "../../../core/entry.ts";
import type { Batch, ReadFileOptions, WaitOptions } from "../../../core/file-system.ts";
import { readErrorCode } from "../../../core/problem.ts";
import type { RemoteReader } from "./remote-reader.ts";
import { remoteMountOf, readMountTable, type MountTable } from "../mount-table.ts";
import { resolveLinks, type ResolvedPath } from "../resolve-links.ts";

/** How long what is known of the mounts is taken for true in the middle of a listing. */
const TABLE_AGE_MS = 1000;

/**
 * How old it may be where one begins. Reading it is a third of the cost of a small listing, and a mount that came in the last few
 * milliseconds would have to be dead already. A listing that finds it dead is stuck, so this must stay very short.
 */
const NEW_TABLE_AGE_MS = 10;

/** How long a read waits if nobody says how long it may take. */
const LONGEST_WAIT_MS = 30_000;

/** How long a question waits on which no listing depends. */
const SHORT_WAIT_MS = 1000;

const TOP = "/" as ByteString;

/** A path with a name that is empty, `.` or `..`. */
const ODD_PATH = /\/\.{0,2}(?:\/|$)/;

export class RemoteDisk {
  #reader: Promise<RemoteReader> | undefined;
  #table: MountTable | undefined;
  #readAt = 0;
  readonly #resolved = new Map<ByteString, ResolvedPath>();

  /** A listing begins: what was mounted some time ago may be dead by now. */
  refreshMounts(): void {
    if (performance.now() - this.#readAt > NEW_TABLE_AGE_MS) {
      this.#table = undefined;
    }
  }

  /** Where a root leads, and the mount that may not answer, if it is on one. Touches no such mount. */
  #resolve(root: ByteString): ResolvedPath {
    const table = this.#currentTable();
    const known = this.#resolved.get(root);
    if (known !== undefined) {
      return known;
    }
    let resolved: ResolvedPath;
    try {
      resolved = this.#resolveBelow(root) ?? resolveLinks(root, table);
    } catch (error) {
      if (readErrorCode(error) !== "ELOOP") {
        throw error;
      }
      // Links in a circle lead to no mount. Whoever reads the path meets the error.
      resolved = { path: root, remote: undefined };
    }
    this.#resolved.set(root, resolved);
    return resolved;
  }

  /** The same by way of the directory above, which others of the same listing have asked about or will. */
  #resolveBelow(path: ByteString): ResolvedPath | undefined {
    const slash = path.lastIndexOf("/");
    if (slash <= 0 || ODD_PATH.test(path)) {
      return undefined;
    }
    const above = this.#resolve(path.slice(0, slash) as ByteString);
    return above.remote === undefined
      ? resolveLinks(path.slice(slash + 1) as ByteString, this.#currentTable(), above.path)
      : { path: `${above.path}${path.slice(slash)}` as ByteString, remote: above.remote };
  }

  /** The mount of a directory below a root, if it may stop answering. */
  mountOf(root: ByteString, directory: ByteString): ByteString | undefined {
    const table = this.#currentTable();
    if (!table.hasFar) {
      return undefined;
    }
    const { path, remote } = this.#resolve(root);
    return remote ?? (directory === "" ? undefined : remoteMountOf(table, `${path}/${directory}` as ByteString));
  }

  /**
   * The mount of a file, if it may stop answering. Where its directory leads is kept for the next file, since a listing asks
   * for several in each; the file itself is read only if it is no link.
   */
  mountOfFile(file: ByteString): ByteString | undefined {
    const slash = file.lastIndexOf("/");
    return slash <= 0
      ? this.mountOf(file, "" as ByteString)
      : this.mountOf(file.slice(0, slash) as ByteString, file.slice(slash + 1) as ByteString);
  }

  /** The mount of an absolute path without links, if it may stop answering. */
  mountOfPath(path: ByteString): ByteString | undefined {
    return remoteMountOf(this.#currentTable(), path);
  }

  async *readDirectory(
    mount: ByteString,
    root: ByteString,
    directory: ByteString,
    wait: WaitOptions,
  ): AsyncGenerator<Batch, void> {
    yield* (await this.#getReader()).readDirectory(mount, root, directory, withinReason(wait));
  }

  async readDetails(
    mount: ByteString,
    root: ByteString,
    directory: ByteString,
    names: readonly ByteString[],
    wait: WaitOptions,
  ): Promise<(EntryDetails | undefined)[]> {
    return (await this.#getReader()).readDetails(mount, root, directory, names, withinReason(wait));
  }

  /** The details of one entry which is a mount itself. Nothing else waits for it, so it is not waited for either. */
  async detailsOfMount(
    mount: ByteString,
    root: ByteString,
    directory: ByteString,
    name: ByteString,
    { signal }: WaitOptions,
  ): Promise<EntryDetails | undefined> {
    const reader = await this.#getReader();
    const wait = { signal, timeoutMs: SHORT_WAIT_MS };
    return (await this.#orNothing(reader.readDetails(mount, root, directory, [name], wait)))?.[0];
  }

  async isDirectory(mount: ByteString, root: ByteString, directory: ByteString, wait: WaitOptions): Promise<boolean> {
    const reader = await this.#getReader();
    return (await this.#orNothing(reader.isDirectory(mount, root, directory, withinReason(wait)))) ?? false;
  }

  async readFile(
    mount: ByteString,
    path: ByteString,
    { maxBytes, mayRead, followsLinks = false }: ReadFileOptions,
  ): Promise<Uint8Array | undefined> {
    const reader = await this.#getReader();
    const wait = { timeoutMs: SHORT_WAIT_MS };
    if (followsLinks && mayRead === undefined) {
      const real = await this.#orNothing(reader.realPath(mount, path, wait));
      return real && this.#orNothing(reader.readFile(mount, real, "" as ByteString, { maxBytes, ...wait }));
    }
    if (mayRead === undefined) {
      return this.#orNothing(reader.readFile(mount, path, "" as ByteString, { maxBytes, ...wait }));
    }
    // The other process can't be asked in between. But from `/` it goes through no link: it ends where it was told to.
    const name = path.lastIndexOf("/") + 1;
    const directory = await this.#orNothing(reader.realPath(mount, path.slice(0, name) as ByteString, wait));
    const real = `${directory === "/" ? "" : directory}/${path.slice(name)}` as ByteString;
    return directory === undefined || !mayRead(real)
      ? undefined
      : this.#orNothing(reader.readFile(mount, TOP, real.slice(1) as ByteString, { maxBytes, ...wait }));
  }

  /** The target of the link at an absolute path that holds no other; undefined where a directory stands there. */
  async readLink(mount: ByteString, path: ByteString, wait: WaitOptions): Promise<ByteString | undefined> {
    return (await this.#getReader()).readLink(mount, path, withinReason(wait));
  }

  async realPath(mount: ByteString, path: ByteString, wait: WaitOptions): Promise<ByteString> {
    return (await this.#getReader()).realPath(mount, path, withinReason(wait));
  }

  /** What is not answered is not there. */
  async #orNothing<Value>(answer: Promise<Value>): Promise<Value | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      return undefined;
    }
  }

  /** Loaded when it is needed: most machines have nothing to read with it, and it takes long to load. */
  #getReader(): Promise<RemoteReader> {
    this.#reader ??= import("./remote-reader.ts").then((module) => new module.RemoteReader());
    return this.#reader;
  }

  #currentTable(): MountTable {
    const now = performance.now();
    if (this.#table === undefined || now - this.#readAt > TABLE_AGE_MS) {
      this.#table = readMountTable();
      this.#readAt = now;
      this.#resolved.clear();
    }
    return this.#table;
  }
}

function withinReason({ signal, timeoutMs = LONGEST_WAIT_MS }: WaitOptions): WaitOptions {
  return { signal, timeoutMs: Math.min(timeoutMs, LONGEST_WAIT_MS) };
}
