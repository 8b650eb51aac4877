// Reads a whole tree level by level, for maps and searches: every directory once, until a limit is reached.
import { DeadlineError } from "../core/call-clock.ts";
import type { EntryDetails } from "../core/entry.ts";
import type { Directory } from "./directory.ts";
import { ENTRIES_PER_CHECK, isEnteredDirectory, type TreeEntry } from "./tree.ts";

/** Why a scan did not read everything. */
export type ScanStop = "time" | "limit";

/** Gets what a scan reads. */
export interface ScanVisitor {
  /**
   * For a directory that was read, or could not be. `children` are the subdirectories that will be read, unless there are too many: then
   * they are the first ones.
   */
  visitDirectory(directory: Directory, children: readonly Directory[], hasTooMany: boolean): void;
  /** For a directory that was not read because a limit was reached. */
  skipDirectory(directory: Directory): void;
  /**
   * For every entry that is read. `child` is set if the entry is a directory that will be read. Returns whether details of the entry are
   * needed.
   * @default none: the entries are those of the directory
   */
  visitEntry?(directory: Directory, entry: TreeEntry, child: Directory | undefined): boolean;
  /** For an entry whose details were needed. There are none if it is gone, or if the file system has none. */
  visitDetails?(directory: Directory, entry: TreeEntry, details: EntryDetails | undefined): void;
}

/** Scans a tree. Level 1 of `maxDepth` is the root's entries. Returns why the scan stopped early, if it did. */
export async function scan(
  root: Directory,
  maxDirectories: number,
  maxDepth: number,
  visitor: ScanVisitor,
): Promise<ScanStop | undefined> {
  let stop: ScanStop | undefined;
  /** Whether there are more directories than `maxDirectories`. */
  let hasTooMany = false;
  let level: readonly Directory[] = [root];
  while (level.length > 0) {
    const below: Directory[] = [];
    for (const [index, directory] of level.entries()) {
      stop ??= root.tree.directoriesRead >= maxDirectories || directory.depth >= maxDepth ? "limit" : undefined;
      if (stop !== undefined) {
        visitor.skipDirectory(directory);
        continue;
      }
      const planned = root.tree.directoriesRead + level.length - index + below.length;
      const one = new DirectoryScan(directory, visitor, Math.max(maxDirectories - planned, 0));
      try {
        await one.read();
      } catch (error) {
        if (!(error instanceof DeadlineError)) {
          throw error;
        }
        stop = "time";
        visitor.skipDirectory(directory);
        one.children.forEach((child) => visitor.skipDirectory(child));
        continue;
      }
      hasTooMany ||= one.hasTooMany;
      visitor.visitDirectory(directory, one.children, one.hasTooMany);
      // No spread: there may be more children than a function can take arguments.
      for (const child of one.children) {
        below.push(child);
      }
    }
    level = below;
  }
  return stop ?? (hasTooMany ? "limit" : undefined);
}

/** When the time is up before any entry of a directory was visited, this many are visited anyway, so that something is shown. */
const MAX_ENTRIES_WHEN_LATE = 256;

/** The scan of one directory: reads it, and passes its entries to the visitor. */
class DirectoryScan {
  /** The first subdirectories, as many as there is room for: they will be read. */
  readonly children: Directory[] = [];
  /** Whether there are more. */
  hasTooMany = false;
  readonly #directory: Directory;
  readonly #visitor: ScanVisitor;
  readonly #maxChildren: number;

  constructor(directory: Directory, visitor: ScanVisitor, maxChildren: number) {
    this.#directory = directory;
    this.#visitor = visitor;
    this.#maxChildren = maxChildren;
  }

  /** Throws a `DeadlineError` if time runs out, after the visitor has got some of the entries. */
  async read(): Promise<void> {
    const directory = this.#directory;
    if (this.#visitor.visitEntry === undefined) {
      await directory.read();
      directory.entries.filter(isEnteredDirectory).forEach((entry) => this.#addChild(entry));
      return;
    }
    try {
      // The files of a huge directory are visited while it is read, so that they are never all in memory.
      await directory.read(Infinity, undefined, (files) => this.#visit(files));
    } catch (error) {
      this.#visitFirst(directory.entries);
      throw error;
    }
    await this.#visit(directory.takeEntries());
  }

  async #visit(entries: readonly TreeEntry[]): Promise<void> {
    const [directory, visitor] = [this.#directory, this.#visitor];
    const detailed: TreeEntry[] = [];
    let index = 0;
    try {
      for (; index < entries.length; index += 1) {
        const entry = entries[index] as TreeEntry;
        if (index % ENTRIES_PER_CHECK === 0) {
          await directory.tree.clock.check();
        }
        const child = isEnteredDirectory(entry) ? this.#addChild(entry) : undefined;
        if (visitor.visitEntry?.(directory, entry, child) === true) {
          detailed.push(entry);
        }
      }
    } catch (error) {
      if (index === 0 && error instanceof DeadlineError) {
        this.#visitFirst(entries);
      }
      throw error;
    }
    await directory.readDetails(detailed, (entry, details) => visitor.visitDetails?.(directory, entry, details));
  }

  #visitFirst(entries: readonly TreeEntry[]): void {
    for (const entry of entries.slice(0, MAX_ENTRIES_WHEN_LATE)) {
      this.#visitor.visitEntry?.(this.#directory, entry, undefined);
    }
  }

  /** The subdirectory for an entry, if there is room for it. */
  #addChild(entry: TreeEntry): Directory | undefined {
    if (this.children.length >= this.#maxChildren) {
      this.hasTooMany = true;
      return undefined;
    }
    const child = this.#directory.child(entry);
    this.children.push(child);
    return child;
  }
}
