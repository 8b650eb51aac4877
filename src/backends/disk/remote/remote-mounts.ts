// Reads mounts that may stop answering without touching them from our own process. Each such mount has a child that does it, so
// that a dead one blocks neither the event loop, nor a thread of Node's pool, nor the end of the process.
import { splitPath, type ByteString } from "../../../core/byte-string.ts";
import { isEntryName, type Entry } from "../../../core/entry.ts";
import type { Batch, ReadFileOptions, WaitOptions } from "../../../core/file-system.ts";
import type { DiskDirectory, Look } from "../disk-directory.ts";
import { rethrowDefect } from "../disk-path.ts";
import type { RemoteMount } from "./remote-mount.ts";
import type { RemoteAnswer, RemoteQuestion } from "./remote-program.ts";

/** The longest that a read waits, also if the caller sets no limit. */
const LONGEST_WAIT_MS = 30_000;

/** How long we wait for an answer that no listing depends on. */
const SHORT_WAIT_MS = 1000;

const TOP = "/" as ByteString;

/** The mounts that were asked something. It is for Linux, where the kernel says which mounts need it. */
export class RemoteMounts {
  readonly #mounts = new Map<ByteString, RemoteMount>();
  #loading: Promise<typeof RemoteMount> | undefined;

  readonly #killAll = (): void => {
    this.#mounts.forEach((mount) => mount.kill());
  };

  /** A directory on the mount at `point`. Links may lead to the root, but none in `path` below it is followed. */
  directory(point: ByteString, root: ByteString, path: ByteString): RemoteDirectory {
    return new RemoteDirectory(() => this.#mountAt(point), root, splitPath(path));
  }

  /** The directory at an absolute path on the mount at `point`. No link is followed. */
  directoryAt(point: ByteString, path: ByteString): RemoteDirectory {
    return this.directory(point, TOP, path.slice(1) as ByteString);
  }

  /** The bytes of a small file at an absolute path. What can't be read, or not in a short time, counts as missing. */
  async readFile(
    point: ByteString,
    path: ByteString,
    { maxBytes, mayRead, followsLinks = false }: ReadFileOptions,
  ): Promise<Uint8Array | undefined> {
    const wait = { timeoutMs: SHORT_WAIT_MS };
    const mount = await this.#mountAt(point);
    const read = async (root: ByteString, names: readonly ByteString[]) => {
      const lines = await orNothing(mount.ask({ task: "readFile", root, names, maxBytes }, wait));
      const value = lines?.at(-1)?.value;
      return value === undefined ? undefined : Buffer.from(value, "latin1");
    };
    if (mayRead === undefined && !followsLinks) {
      return read(path, []);
    }
    // We can't call `mayRead` halfway through the other process's read. But that process starts at `/` and follows no link, so
    // it ends up where we sent it.
    const end = mayRead === undefined ? path.length : path.lastIndexOf("/") + 1;
    const directory = await orNothing(this.realPath(point, path.slice(0, end) as ByteString, wait));
    if (directory === undefined) {
      return undefined;
    }
    const names = [...splitPath(directory), ...(end === path.length ? [] : [path.slice(end) as ByteString])];
    return mayRead?.(`/${names.join("/")}` as ByteString) === false ? undefined : read(TOP, names);
  }

  /** Where an absolute path leads, with links resolved. */
  async realPath(point: ByteString, path: ByteString, wait: WaitOptions): Promise<ByteString> {
    const mount = await this.#mountAt(point);
    const lines = await mount.ask({ task: "realPath", root: path, names: [] }, withinReason(wait));
    return String(lines.at(-1)?.value) as ByteString;
  }

  /** Loads what starts children on first use: most machines have no such mounts, and it takes long to load. */
  async #mountAt(point: ByteString): Promise<RemoteMount> {
    this.#loading ??= import("./remote-mount.ts").then((module) => module.RemoteMount);
    const Mount = await this.#loading;
    let mount = this.#mounts.get(point);
    if (mount === undefined) {
      mount = new Mount(point, () => this.#forget(point));
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

/** A directory that a child reads. */
export class RemoteDirectory implements DiskDirectory {
  readonly #getMount: () => Promise<RemoteMount>;
  readonly #root: ByteString;
  readonly #names: readonly ByteString[];

  constructor(getMount: () => Promise<RemoteMount>, root: ByteString, names: readonly ByteString[]) {
    this.#getMount = getMount;
    this.#root = root;
    this.#names = names;
  }

  /** Reads only what the caller asks for, and only the time spent waiting counts. */
  async *entries(wait: WaitOptions): AsyncGenerator<Batch, void> {
    const start = this.#question("list");
    const mount = await this.#getMount();
    const { signal, timeoutMs } = withinReason(wait);
    let left = timeoutMs;
    let reading: number | undefined;
    try {
      do {
        const question: RemoteQuestion = reading === undefined ? start : { ...start, task: "listOn", reading };
        const asked = performance.now();
        const lines = await mount.ask(question, { signal, timeoutMs: left });
        const isFirst = reading === undefined;
        reading = lines.at(-1)?.reading;
        const batch = await this.#toBatch(lines, { signal, timeoutMs: left });
        left -= performance.now() - asked;
        yield { ...batch, isWhole: isFirst && reading === undefined };
      } while (reading !== undefined);
      signal?.throwIfAborted();
    } finally {
      if (reading !== undefined) {
        mount.close(reading);
      }
    }
  }

  /** The entries in the lines of an answer. Asks for their kinds if the directory does not say. */
  async #toBatch(lines: readonly RemoteAnswer[], wait: WaitOptions): Promise<Batch> {
    const start = lines.findLastIndex(({ startsOver }) => startsOver === true);
    const entries: Entry[] = [];
    for (const { names = [], kinds } of lines.slice(start + 1)) {
      const looks = kinds === undefined && names.length > 0 ? await this.look(names, wait) : undefined;
      names.forEach((name, index) => {
        const look = looks?.[index] ?? { kind: kinds?.[index] };
        if (!("code" in look)) {
          entries.push({ name, kind: look.kind ?? "unknown" });
        } else if (look.code !== "ENOENT" && look.code !== "ENOTDIR") {
          entries.push({ name, kind: "unknown" });
        }
      });
    }
    return { entries, startsOver: start !== -1 };
  }

  async isThere(wait: WaitOptions): Promise<boolean> {
    await this.look([], wait);
    return true;
  }

  /** What is at one name, if nothing depends on that: waits only briefly, and what can't be said by then is undefined. */
  async lookBriefly(name: ByteString, { signal }: WaitOptions): Promise<Look | undefined> {
    return (await orNothing(this.look([name], { signal, timeoutMs: SHORT_WAIT_MS })))?.[0];
  }

  async look(names: readonly ByteString[], wait: WaitOptions): Promise<readonly Look[]> {
    const question = { ...this.#question("look", names), entries: names };
    const lines = await (await this.#getMount()).ask(question, withinReason(wait));
    return lines.at(-1)?.looks ?? [];
  }

  mayFindOddNames(): boolean {
    return true;
  }

  #question(task: RemoteQuestion["task"], entries: readonly ByteString[] = []): RemoteQuestion {
    if (![...this.#names, ...entries].every(isEntryName)) {
      throw Object.assign(new Error("ENOENT: no entry has such a name"), { code: "ENOENT" });
    }
    return { task, root: this.#root, names: this.#names };
  }
}

function withinReason({ signal, timeoutMs = LONGEST_WAIT_MS }: WaitOptions) {
  return { signal, timeoutMs: Math.min(timeoutMs, LONGEST_WAIT_MS) };
}

/** Undefined if the read fails. */
async function orNothing<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  try {
    return await answer;
  } catch (error) {
    rethrowDefect(error);
    return undefined;
  }
}
