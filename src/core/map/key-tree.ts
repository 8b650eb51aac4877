// The tree of directories that keys stand for. Keys come in order, so only the directories on the way to the last key can get more
// entries, and only these are open.
import type { ByteString } from "../byte-string.ts";
import { isEntered, type DirectoryFilter } from "../filter.ts";
import { whenKnown } from "../when-known.ts";
import { CountedDirectory } from "./counted-directory.ts";
import { flagsOf } from "./entry-taker.ts";
import type { MapSettings } from "./map-settings.ts";

/** A directory that is counted. */
interface Counting {
  readonly directory: CountedDirectory;
  readonly filter: DirectoryFilter;
}

/** A directory on the way to a key; without `counting` if nothing in it is counted. */
export interface OpenDirectory {
  readonly name: ByteString;
  readonly counting: Counting | undefined;
}

export class KeyTree {
  /** The root's own entries: its directories by their names, and the names of its files. They are read in several ways. */
  readonly top: Map<ByteString, OpenDirectory> = new Map();
  readonly #topFiles = new Set<ByteString>();
  /** All directories that are counted, each behind the one that it is in. */
  readonly directories: CountedDirectory[];
  readonly #root: Counting;
  readonly #settings: MapSettings;

  constructor(settings: MapSettings, filter: DirectoryFilter) {
    this.#settings = settings;
    this.#root = { directory: new CountedDirectory(), filter };
    this.directories = [this.#root.directory];
  }

  get root(): CountedDirectory {
    return this.#root.directory;
  }

  /** Adds a key, and the directories that it is in. `open` is the way to the key before it, and becomes that to this one. */
  async add(key: ByteString, open: OpenDirectory[]): Promise<void> {
    const { depth } = this.#settings;
    let inside = this.#root;
    let start = 0;
    for (let level = 0; ; level += 1) {
      const slash = key.indexOf("/", start);
      const name = key.slice(start, slash === -1 ? undefined : slash) as ByteString;
      if (level >= depth) {
        // It is deeper than may be listed.
        inside.directory.isPartial = true;
        open.length = level;
        return;
      }
      if (slash === -1) {
        open.length = level;
        // A key that ends in `/` is a directory's.
        if (name !== "") {
          this.#addFile(inside, name);
        }
        return;
      }
      if (open[level]?.name !== name) {
        open.splice(level, Infinity, await this.#enter(inside, name));
      }
      const { counting } = open[level] as OpenDirectory;
      if (counting === undefined) {
        open.length = level + 1;
        return;
      }
      inside = counting;
      start = slash + 1;
    }
  }

  #addFile({ directory, filter }: Counting, name: ByteString): void {
    const isTop = directory === this.root;
    if (isTop && this.#topFiles.has(name)) {
      return;
    }
    const verdict = filter.judge({ name, kind: "file" });
    if (verdict !== "hide" && verdict !== "deny" && verdict !== "skip") {
      directory.names?.push(name, "file");
    }
    if (isTop) {
      this.#topFiles.add(name);
    }
  }

  #enter(above: Counting, name: ByteString): Promise<OpenDirectory> | OpenDirectory {
    if (above !== this.#root) {
      return this.#make(above, name);
    }
    return (
      this.top.get(name) ??
      whenKnown(this.#make(above, name), (made) => {
        this.top.set(name, made);
        return made;
      })
    );
  }

  #make({ directory, filter }: Counting, name: ByteString): Promise<OpenDirectory> | OpenDirectory {
    const { maxKeyDirectories, signal } = this.#settings;
    const verdict = filter.judge({ name, kind: "directory" });
    if (verdict === "hide" || verdict === "deny" || verdict === "skip") {
      return { name, counting: undefined };
    }
    const index = directory.names?.push(name, "directory", flagsOf(verdict)) as number;
    if (!isEntered(verdict)) {
      return { name, counting: undefined };
    }
    if (this.directories.length > maxKeyDirectories) {
      directory.isPartial = true;
      return { name, counting: undefined };
    }
    const made = new CountedDirectory(verdict === "lead");
    directory.add(index, made);
    this.directories.push(made);
    return whenKnown(filter.enter(name, signal), (entered) => ({
      name,
      counting: { directory: made, filter: entered },
    }));
  }
}
