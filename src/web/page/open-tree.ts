// The tree of one root as it is shown: the root, the open directories, and what is on each row.
import type { ListDirEntry } from "../../text/listing.ts";
import { renderDirectoryBelow, splitShownPath } from "../../text/entry-label.ts";
import { DirectoryPages, type ListPage } from "./directory-pages.ts";
import type { EntryCache } from "./entry-cache.ts";

/** A directory in the tree: the root, or one that is open. */
export interface TreeDirectory {
  /** In the form that `dir_path` takes. */
  readonly dirPath: string;
  /** Empty for a root. */
  readonly name: string;
  readonly parent: TreeDirectory | undefined;
  /** Its index in its parent. */
  readonly index: number;
  /** 1 for a root. */
  readonly level: number;
  /** Its open directories, in the order of their indexes. */
  readonly open: TreeDirectory[];
  /** Undefined for a root that is closed. */
  pages: DirectoryPages | undefined;
}

/** What is on a row. */
export interface TreeRow {
  /** 1 for a root. */
  readonly level: number;
  /** Its index among its siblings, from 0. */
  readonly index: number;
  /** How many siblings there are, including itself; undefined if that is not known. */
  readonly siblings: number | undefined;
  /** The directory that contains the entry; undefined for a root. */
  readonly parent: TreeDirectory | undefined;
  /** Undefined for a root, and for an entry that is not known yet. */
  readonly entry: ListDirEntry | undefined;
  /** The directory, if it is a root or open. */
  readonly directory: TreeDirectory | undefined;
}

/** Makes the function that lists a directory. */
export type ListDirectory = (dirPath: string) => ListPage;

export class OpenTree {
  readonly root: TreeDirectory;
  readonly #list: ListDirectory;
  readonly #cache: EntryCache;
  readonly #onChange: () => void;

  constructor(dirPath: string, list: ListDirectory, cache: EntryCache, onChange: () => void) {
    this.#list = list;
    this.#cache = cache;
    this.#onChange = onChange;
    this.root = { dirPath, name: "", parent: undefined, index: 0, level: 1, open: [], pages: undefined };
  }

  get rows(): number {
    return 1 + rowsBelow(this.root);
  }

  rowAt(row: number): TreeRow | undefined {
    if (row === 0) {
      return { level: 1, index: 0, siblings: 1, parent: undefined, entry: undefined, directory: this.root };
    }
    return row <= rowsBelow(this.root) ? rowIn(this.root, row - 1) : undefined;
  }

  /** The number of a row. */
  numberOf(parent: TreeDirectory | undefined, index: number): number {
    if (parent === undefined) {
      return 0;
    }
    const before = parent.open.filter((directory) => directory.index < index);
    const own = this.numberOf(parent.parent, parent.index) + 1 + index;
    return before.reduce((sum, directory) => sum + rowsBelow(directory), own);
  }

  /** Opens the directory on a row. Returns it, or undefined if there is none. */
  open({ parent, index, entry, directory }: TreeRow): TreeDirectory | undefined {
    if (directory !== undefined) {
      directory.pages ??= this.#pagesOf(directory.dirPath);
      directory.pages.want(0, 0);
      return directory;
    }
    if (parent === undefined || entry?.kind !== "directory") {
      return undefined;
    }
    const name = entry.path;
    const dirPath = pathBelow(parent.dirPath, [name]);
    const opened = { dirPath, name, parent, index, level: parent.level + 1, open: [], pages: this.#pagesOf(dirPath) };
    const position = parent.open.findIndex((other) => other.index > index);
    parent.open.splice(position === -1 ? parent.open.length : position, 0, opened);
    opened.pages.want(0, 0);
    this.#onChange();
    return opened;
  }

  /** Closes a directory and all that is open in it, and stops their calls. */
  close(directory: TreeDirectory): void {
    directory.open.splice(0).forEach((inside) => this.close(inside));
    directory.pages?.close();
    directory.pages = undefined;
    const among = directory.parent?.open;
    among?.splice(among.indexOf(directory), 1);
    this.#onChange();
  }

  /** Requests the entries on these rows. */
  want(first: number, count: number): void {
    const wanted = new Map<DirectoryPages, [number, number]>();
    for (let row = first; row < first + count; row += 1) {
      const { parent, index } = this.rowAt(row) ?? {};
      if (parent?.pages !== undefined && index !== undefined) {
        const [from, to] = wanted.get(parent.pages) ?? [index, index];
        wanted.set(parent.pages, [Math.min(from, index), Math.max(to, index)]);
      }
    }
    wanted.forEach(([from, to], pages) => pages.want(from, to));
  }

  /**
   * Opens all directories on the way to an entry, and the entry itself if it is a directory. Returns the row of the last name that
   * exists.
   */
  async reveal(names: readonly string[]): Promise<number> {
    let directory = this.root;
    let row = 0;
    for (const name of names) {
      const opened = this.open({
        ...(this.rowAt(this.numberOf(directory.parent, directory.index)) as TreeRow),
        directory,
      });
      const index = opened?.pages && (await findEntry(opened.pages, name));
      if (opened === undefined || index === undefined) {
        return row;
      }
      row = this.numberOf(opened, index);
      const inside = this.rowAt(row);
      const next = inside && (inside.directory ?? this.open(inside));
      if (next === undefined) {
        return row;
      }
      directory = next;
    }
    return this.numberOf(directory.parent, directory.index);
  }

  #pagesOf(dirPath: string): DirectoryPages {
    return new DirectoryPages(this.#list(dirPath), this.#cache, this.#onChange);
  }
}

/** The index of the entry with a name, if it exists. */
async function findEntry(pages: DirectoryPages, name: string): Promise<number | undefined> {
  // A directory is sorted by its name with a slash at the end.
  for (const key of [name, `${name}/`]) {
    const index = await pages.find(key);
    const entry = await pages.load(index);
    if (entry !== undefined && entry.path === name) {
      return index;
    }
  }
  return undefined;
}

/** The path of a directory below another, in the form that `dir_path` takes. */
export function pathBelow(dirPath: string, names: readonly string[]): string {
  // The path of a root is written with names in quotes if any of them begins with a quote.
  const isQuoted = splitShownPath(dirPath).some((name) => name.startsWith('"'));
  return renderDirectoryBelow(dirPath, names, isQuoted);
}

function rowsBelow({ pages, open }: TreeDirectory): number {
  return open.reduce((sum, directory) => sum + rowsBelow(directory), pages?.count ?? 0);
}

function rowIn(parent: TreeDirectory, row: number): TreeRow {
  let index = row;
  let directory: TreeDirectory | undefined;
  for (const open of parent.open) {
    if (open.index >= index) {
      directory = open.index === index ? open : undefined;
      break;
    }
    const below = rowsBelow(open);
    if (index - open.index <= below) {
      return rowIn(open, index - open.index - 1);
    }
    index -= below;
  }
  const { pages } = parent;
  const siblings = pages?.isExact === true ? pages.count : undefined;
  return { level: parent.level + 1, index, siblings, parent, entry: pages?.entryAt(index), directory };
}
