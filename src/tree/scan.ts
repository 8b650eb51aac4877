// Goes through a tree level by level: every directory once, until a limit is reached or the visitor has enough.
import type { EntryDetails } from "../core/entry.ts";
import { isEnteredDirectory, type Directory, type ReadOutcome } from "./directory.ts";
import { ENTRIES_PER_CHECK, type TreeEntry } from "./tree.ts";

/** Why a scan did not read everything. */
export type ScanStop = "time" | "limit";

export interface ScanBounds {
  /** Level 1 is the root's entries. */
  readonly maxDepth: number;
  /** @default Infinity */
  readonly maxDirectories?: number;
}

/** Takes what a scan reads. `Node` is what the visitor knows of a directory. */
export interface ScanVisitor<Node> {
  /**
   * How many shown entries of the next directory are needed, the first in order. 0 ends the scan.
   * @default all
   */
  need?(): number;
  /** Makes the node of a subdirectory that will be read. */
  enter(parent: Node, entry: TreeEntry, directory: Directory): Node;
  /**
   * For every entry that is read; `child` is its node if it will be read. Returns whether details of it are needed. The files of a huge
   * directory are visited while it is read, so that they are never all in memory.
   * @default none: the entries are left to `leave`
   */
  visitEntry?(parent: Node, entry: TreeEntry, child: Node | undefined): boolean;
  /** For an entry whose details were needed. There are none if it is gone, or if the file system has none. */
  visitDetails?(parent: Node, entry: TreeEntry, details: EntryDetails | undefined): void;
  /**
   * For a directory that was read as far as possible; the outcome is undefined if a limit kept it from being read. `children` are the nodes
   * of the subdirectories that will be read, the first ones of all. `isWhole`: whether all was read, and all subdirectories will be.
   */
  leave(node: Node, outcome: ReadOutcome | undefined, children: readonly Node[], isWhole: boolean): void;
}

/** Scans a tree. Returns why the scan stopped early, if it did and the visitor did not have enough. */
export async function scan<Node>(
  root: Directory,
  rootNode: Node,
  { maxDepth, maxDirectories = Infinity }: ScanBounds,
  visitor: ScanVisitor<Node>,
): Promise<ScanStop | undefined> {
  let stop: ScanStop | undefined;
  /** Whether there are more directories than `maxDirectories`. */
  let hasTooMany = false;
  let level: readonly Visited<Node>[] = [{ directory: root, node: rootNode }];
  while (level.length > 0) {
    const below: Visited<Node>[] = [];
    for (const [index, { directory, node }] of level.entries()) {
      const count = visitor.need?.();
      if (count === 0) {
        return undefined;
      }
      const { directoriesRead } = root.tree;
      stop ??= directoriesRead >= maxDirectories || directory.depth >= maxDepth ? "limit" : undefined;
      if (stop !== undefined) {
        visitor.leave(node, undefined, [], false);
        continue;
      }
      const planned = directoriesRead + level.length - index + below.length;
      const one = new DirectoryScan(directory, node, visitor, Math.max(maxDirectories - planned, 0));
      const outcome = await one.read(count);
      const isWhole = outcome.stopped === undefined && !outcome.isPartial && !one.hasTooMany;
      visitor.leave(
        node,
        outcome,
        one.children.map((child) => child.node),
        isWhole,
      );
      stop ??= outcome.stopped === "time" ? "time" : undefined;
      hasTooMany ||= one.hasTooMany;
      // No spread: there may be more children than a function can take arguments.
      for (const child of one.children) {
        below.push(child);
      }
    }
    level = below;
  }
  return stop ?? (hasTooMany ? "limit" : undefined);
}

interface Visited<Node> {
  readonly directory: Directory;
  readonly node: Node;
}

/** When the time is up before any entry of a directory was visited, this many are visited anyway, so that something is shown. */
const MAX_ENTRIES_WHEN_LATE = 256;

/** The scan of one directory: reads it, and passes its entries to the visitor. */
class DirectoryScan<Node> {
  /** The first subdirectories, as many as there is room for: they will be read. */
  readonly children: Visited<Node>[] = [];
  /** Whether there are more. */
  hasTooMany = false;
  #stopped: ReadOutcome["stopped"];
  readonly #directory: Directory;
  readonly #node: Node;
  readonly #visitor: ScanVisitor<Node>;
  readonly #maxChildren: number;

  constructor(directory: Directory, node: Node, visitor: ScanVisitor<Node>, maxChildren: number) {
    this.#directory = directory;
    this.#node = node;
    this.#visitor = visitor;
    this.#maxChildren = maxChildren;
  }

  async read(count: number | undefined): Promise<ReadOutcome> {
    const [directory, visitor] = [this.#directory, this.#visitor];
    if (visitor.visitEntry === undefined) {
      const outcome = await directory.read(count === undefined ? {} : { count });
      for (const entry of outcome.stopped === undefined ? outcome.entries : []) {
        this.#enter(entry);
      }
      return outcome;
    }
    const outcome = await directory.read({ onFiles: (files) => this.#visit(files) });
    this.#stopped = outcome.stopped;
    await this.#visit(outcome.entries);
    const { isMissing, isEmpty, isSorted } = outcome;
    const isPartial = outcome.isPartial || this.#stopped === "time";
    // Perf: a copy of the outcome takes as long as reading a small directory.
    return { entries: [], stopped: this.#stopped, isMissing, isEmpty, isPartial, isSorted };
  }

  /** Visits entries as long as there is time. */
  async #visit(entries: readonly TreeEntry[]): Promise<void> {
    const [directory, node, visitor] = [this.#directory, this.#node, this.#visitor];
    const { clock } = directory.tree;
    const detailed: TreeEntry[] = [];
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index] as TreeEntry;
      if (index % ENTRIES_PER_CHECK === 0) {
        const turn = clock.turn();
        if (turn !== undefined) {
          await turn;
        }
        this.#stopped = clock.ranOut ? "time" : this.#stopped;
      }
      if (this.#stopped === "time" && index >= MAX_ENTRIES_WHEN_LATE) {
        break;
      }
      const child = this.#stopped === "time" ? undefined : this.#enter(entry);
      if (visitor.visitEntry?.(node, entry, child) === true) {
        detailed.push(entry);
      }
    }
    const failed = await directory.readDetails(detailed, (entry, details) =>
      visitor.visitDetails?.(node, entry, details),
    );
    this.#stopped ??= failed;
  }

  /** The node of a subdirectory, if the entry is one and there is room for it. */
  #enter(entry: TreeEntry): Node | undefined {
    if (!isEnteredDirectory(entry)) {
      return undefined;
    }
    if (this.children.length >= this.#maxChildren) {
      this.hasTooMany = true;
      return undefined;
    }
    const directory = this.#directory.child(entry);
    const node = this.#visitor.enter(this.#node, entry, directory);
    this.children.push({ directory, node });
    return node;
  }
}
