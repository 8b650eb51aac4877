// A tree in memory: for tests, for trees that exist nowhere else, and as the shortest example of a file system.
import path from "node:path";

import { byteKey, compareByKey, treeKey, type EntryDetails, type EntryKind, type Location } from "../core/entry.ts";
import type { FileSystem } from "../core/file-system.ts";
import { OptionError } from "../core/options.ts";
import { readError } from "../core/problem.ts";

/** An entry of a tree in memory. */
export interface MemoryEntry {
  /** The absolute path. Directories above it are created as needed. */
  readonly path: string;
  /** @default "directory" if the path ends in `/`, else "file" */
  readonly kind?: EntryKind | undefined;
  /**
   * The content of a file.
   * @default ""
   */
  readonly content?: string | undefined;
  /**
   * When it was last changed, in milliseconds since 1970.
   * @default none
   */
  readonly modifiedMs?: number | undefined;
}

interface Node {
  readonly kind: EntryKind;
  readonly content: Uint8Array;
  readonly details: EntryDetails;
  readonly children: Map<string, Node>;
}

/**
 * A file system with the given entries. Its reads are sorted, and can start after any entry as in an object store. Throws a `TypeError` for
 * a relative path, and for an entry that stands below one that is no directory.
 */
export function memory(entries: Iterable<MemoryEntry | string>): FileSystem {
  const top = toNode({ path: "/" });
  for (const entry of entries) {
    const added = typeof entry === "string" ? { path: entry } : entry;
    if (!path.posix.isAbsolute(added.path)) {
      throw new OptionError(`a path in memory must be absolute, not '${added.path}'`);
    }
    insert(top, added);
  }
  return {
    isAbsolute: path.posix.isAbsolute,
    resolve: (from, given) => path.posix.resolve("/", from, given),
    readDirectory(directory, { after }) {
      const node = find(top, directory);
      if (node?.kind !== "directory") {
        throw readError(node === undefined ? "ENOENT" : "ENOTDIR", "no directory in memory");
      }
      const start = after === undefined ? undefined : byteKey(after);
      const sorted = Array.from(node.children, ([name, { kind }]) => ({
        entry: { name, kind },
        key: treeKey({ name, kind }),
      }))
        .filter(({ key }) => start === undefined || key > start)
        .sort(compareByKey);
      return { isSorted: true, batches: [sorted.map(({ entry }) => entry)] };
    },
    async readDetails(directory, listed) {
      const node = find(top, directory);
      return listed.map(({ name }) => node?.children.get(name)?.details);
    },
    readFile(location, { maxBytes }) {
      const node = find(top, location);
      return node?.kind === "file" && node.content.length <= maxBytes ? node.content : undefined;
    },
  };
}

function insert(top: Node, entry: MemoryEntry): void {
  const names = toNames(entry.path);
  const last = names.pop();
  let node = top;
  for (const name of names) {
    const child = node.children.get(name) ?? toNode({ path: "/" });
    node.children.set(name, child);
    node = child;
    checkDirectory(node, entry);
  }
  if (last !== undefined) {
    const added = { ...toNode(entry), children: node.children.get(last)?.children ?? new Map<string, Node>() };
    node.children.set(last, added);
    if (added.children.size > 0) {
      checkDirectory(added, entry);
    }
  }
}

/** Refuses a node that has something below it, or will have, and is no directory: nothing could list that. */
function checkDirectory({ kind }: Node, added: MemoryEntry): void {
  if (kind !== "directory") {
    const advice = "write a directory with a / at the end of its path";
    throw new OptionError(`'${added.path}': only a directory in memory can have entries below it; ${advice}`);
  }
}

function toNode({ path: location, kind, content = "", modifiedMs }: MemoryEntry): Node {
  const actualKind = kind ?? (location.endsWith("/") ? "directory" : "file");
  const bytes = new TextEncoder().encode(content);
  const details = {
    ...(actualKind === "file" && { size: bytes.length }),
    ...(modifiedMs !== undefined && { modifiedMs }),
  };
  return { kind: actualKind, content: bytes, details, children: new Map() };
}

function find(top: Node, location: Location): Node | undefined {
  return toNames(location.toString()).reduce<Node | undefined>((node, name) => node?.children.get(name), top);
}

function toNames(location: string): string[] {
  const names = path.posix.resolve("/", location).split("/");
  return names.filter((name) => name !== "");
}
