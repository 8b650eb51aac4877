// Finds out which parts of the disk are on mounts that may stop answering, and reads those through other processes.
import type { ByteString } from "../../../core/byte-string.ts";
import type { EntryDetails } from "../../../core/entry.ts";
import type { Batch, ReadFileOptions, WaitOptions } from "../../../core/file-system.ts";
import { readErrorCode } from "../../../core/problem.ts";
import { readListedName, readListedPath, readStep, type RemoteStep } from "./remote-listed-name.ts";
import type { RemoteReader } from "./remote-reader.ts";
import { Foothold } from "../foothold.ts";
import { CurrentMounts } from "../current-mounts.ts";
import { mayFold, mayHoldRemote, remoteMountOf, type MountTable } from "../mount-table.ts";
import { resolveLinks, type ResolvedPath } from "../resolve-links.ts";

/** The longest that a read waits, also if the caller sets no limit. */
const LONGEST_WAIT_MS = 30_000;

/** How long we wait for an answer that no listing depends on. */
const SHORT_WAIT_MS = 1000;

const TOP = "/" as ByteString;

/** A path with an empty name, `.` or `..` in it. */
const ODD_PATH = /\/\.{0,2}(?:\/|$)/;

export class RemoteDisk {
  #reader: Promise<RemoteReader> | undefined;
  readonly #mounts = new CurrentMounts(() => this.#forget());
  readonly #resolved = new Map<ByteString, ResolvedPath>();
  /** Whether something below a path may stop answering. Mostly nothing can, and then its directories need not be looked up. */
  readonly #mayHold = new Map<ByteString, boolean>();

  /** Called when a listing begins: the mounts may have changed since the last one. */
  refreshMounts(): void {
    this.#mounts.refresh();
  }

  /** Where a root leads, and its mount if that may stop answering. Touches no such mount. */
  #resolve(root: ByteString, table: MountTable): ResolvedPath {
    const known = this.#resolved.get(root);
    if (known !== undefined) {
      return known;
    }
    const foothold = new Foothold();
    try {
      return this.#resolveVia(ODD_PATH.test(root) ? 0 : root.lastIndexOf("/"), root, table, foothold);
    } finally {
      foothold.close();
    }
  }

  /** Resolves a path via the directory that ends at `slash`, which the same listing has asked about or will, or in one go if it is 0. */
  #resolveVia(slash: number, path: ByteString, table: MountTable, foothold: Foothold): ResolvedPath {
    let resolved: ResolvedPath;
    try {
      if (slash <= 0) {
        resolved = resolveLinks(path, table, undefined, foothold);
      } else {
        const directory = path.slice(0, slash) as ByteString;
        const above =
          this.#resolved.get(directory) ?? this.#resolveVia(directory.lastIndexOf("/"), directory, table, foothold);
        resolved =
          above.remote === undefined
            ? resolveLinks(path.slice(slash + 1) as ByteString, table, above.path, foothold)
            : { path: `${above.path}${path.slice(slash)}` as ByteString, remote: above.remote };
      }
    } catch (error) {
      if (readErrorCode(error) !== "ELOOP") {
        throw error;
      }
      // A loop of links leads to no mount. Reading the path will raise the error.
      resolved = { path, remote: undefined };
    }
    this.#resolved.set(path, resolved);
    return resolved;
  }

  /** The mount of a directory below a root, if it may stop answering. */
  mountOf(root: ByteString, directory: ByteString): ByteString | undefined {
    const table = this.#mounts.table;
    if (!table.hasRemote) {
      return undefined;
    }
    const { path } = this.#resolve(root, table);
    let mayHold = this.#mayHold.get(path);
    if (mayHold === undefined) {
      mayHold = mayHoldRemote(table, path);
      this.#mayHold.set(path, mayHold);
    }
    return mayHold ? this.#mountBelow(root, directory, table) : undefined;
  }

  #mountBelow(root: ByteString, directory: ByteString, table: MountTable): ByteString | undefined {
    const { path, remote } = this.#resolve(root, table);
    return remote ?? (directory === "" ? undefined : remoteMountOf(table, `${path}/${directory}` as ByteString));
  }

  /**
   * The mount of a file, if it may stop answering. Where its directory leads is kept for the next file, since a listing asks
   * for several in each. The file itself is read only if it is not a link.
   */
  mountOfFile(file: ByteString): ByteString | undefined {
    // Taken once: it may be read again whenever it is asked for, and what is kept must come from one table.
    const { table } = this.#mounts;
    if (!table.hasRemote) {
      return undefined;
    }
    const slash = file.lastIndexOf("/");
    return slash <= 0
      ? this.#mountBelow(file, "" as ByteString, table)
      : this.#mountBelow(file.slice(0, slash) as ByteString, file.slice(slash + 1) as ByteString, table);
  }

  /** The mount of an absolute path without links, if it may stop answering. */
  mountOfPath(path: ByteString): ByteString | undefined {
    return remoteMountOf(this.#mounts.table, path);
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

  /** The details of one entry that is itself a mount. Nothing depends on them, so we wait only briefly. */
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
    // We can't call `mayRead` halfway through the other process's read. But that process starts at `/` and follows no link, so
    // it ends up where we sent it.
    const name = path.lastIndexOf("/") + 1;
    const directory = await this.#orNothing(reader.realPath(mount, path.slice(0, name) as ByteString, wait));
    const real = `${directory === "/" ? "" : directory}/${path.slice(name)}` as ByteString;
    return directory === undefined || !mayRead(real)
      ? undefined
      : this.#orNothing(reader.readFile(mount, TOP, real.slice(1) as ByteString, { maxBytes, ...wait }));
  }

  /** Whether the disk of an entry, an absolute path without links, may find it by another name than the one that it lists. */
  mayFold(path: ByteString): boolean {
    const table = this.#mounts.table;
    return table.folding.length > 0 && mayFold(table, path.slice(0, Math.max(path.lastIndexOf("/"), 1)) as ByteString);
  }

  /** What is at an absolute path without other links: the target of a link, or a directory. And how its directory lists it. */
  async readLink(mount: ByteString, path: ByteString, wait: WaitOptions): Promise<RemoteStep> {
    return readStep(await this.#getReader(), mount, path, withinReason(wait));
  }

  /** How a directory, an absolute path without links, lists what it finds by a name; the name itself if it finds nothing. */
  async listedName(mount: ByteString, directory: ByteString, name: ByteString, wait: WaitOptions): Promise<ByteString> {
    return readListedName(await this.#getReader(), mount, directory, name, withinReason(wait));
  }

  /** Where an absolute path leads, with links resolved, and the names that the directories of the mount list. */
  async realPath(mount: ByteString, path: ByteString, wait: WaitOptions): Promise<ByteString> {
    return readListedPath(await this.#getReader(), mount, path, withinReason(wait));
  }

  /** Returns undefined for a failed read: what can't be read counts as missing. */
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

  /** Loads the reader on first use: most machines have nothing to read with it, and it takes long to load. */
  #getReader(): Promise<RemoteReader> {
    this.#reader ??= import("./remote-reader.ts").then((module) => new module.RemoteReader());
    return this.#reader;
  }

  /** Links may have changed as well as mounts. */
  #forget(): void {
    this.#resolved.clear();
    this.#mayHold.clear();
  }
}

function withinReason({ signal, timeoutMs = LONGEST_WAIT_MS }: WaitOptions): WaitOptions {
  return { signal, timeoutMs: Math.min(timeoutMs, LONGEST_WAIT_MS) };
}
