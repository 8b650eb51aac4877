// A tree in memory: for tests, for trees that exist nowhere else, and as the shortest example of a backend.
import path from "node:path";

import { joinPath, toByteString, type ByteString } from "../core/byte-string.ts";
import { dropNulls } from "../core/options.ts";
import { treeKey, type Entry, type EntryDetails, type EntryKind } from "../core/entry.ts";
import type { FileSystem } from "../core/file-system.ts";

/** An entry of a tree in memory. */
export interface MemoryEntry {
  /** The absolute path, as text or as bytes. Directories above it are created as needed. */
  readonly path: string | Uint8Array;
  /** @default "directory" if the path ends in `/`, else "file" */
  readonly kind?: EntryKind | undefined;
  /**
   * The content of a file.
   * @default ""
   */
  readonly content?: string | undefined;
  /**
   * Where a symbolic link leads. Only shown, never followed.
   * @default none
   */
  readonly target?: string | undefined;
  /**
   * When it was last changed, in milliseconds since 1970.
   * @default none
   */
  readonly modifiedMs?: number | undefined;
}

interface Node {
  readonly kind: EntryKind;
  readonly content: string;
  readonly details: EntryDetails;
  readonly children: Map<ByteString, Node>;
}

/** The number of entries in one batch. */
const BATCH = 1024;

/** A file system made of the given entries. It answers in order, and can start after a key as an object store does. */
export function memory(entries: Iterable<MemoryEntry | string>): FileSystem {
  const top: Node = { kind: "directory", content: "", details: {}, children: new Map() };
  for (const entry of entries) {
    insert(top, typeof entry === "string" ? { path: entry } : dropNulls(entry));
  }
  return {
    order: "key",
    isAbsolute: path.posix.isAbsolute,
    resolve: (from, relative) => path.posix.resolve("/", from, relative),
    async *readDirectory(root, directory, { after, signal }) {
      const node = find(top, joinPath(root, directory));
      if (node?.kind !== "directory") {
        const code = node === undefined ? "ENOENT" : "ENOTDIR";
        throw Object.assign(new Error(`${code}: cannot read ${root}/${directory}`), { code });
      }
      const sorted = inOrder(node.children).filter((entry) => after === undefined || treeKey(entry, directory) > after);
      for (let start = 0; start < sorted.length; start += BATCH) {
        signal?.throwIfAborted();
        const isWhole = after === undefined && sorted.length <= BATCH;
        yield { entries: sorted.slice(start, start + BATCH), isWhole };
      }
    },
    readFile(location, { maxBytes }) {
      const node = find(top, location);
      const bytes = new TextEncoder().encode(node?.content);
      return node?.kind === "file" && bytes.length <= maxBytes ? bytes : undefined;
    },
    mayExist: (location) => find(top, location) !== undefined,
    async readDetails(root, directory, names) {
      const node = find(top, joinPath(root, directory));
      return names.map((name) => node?.children.get(name)?.details);
    },
    async isDirectory(root, directory) {
      return find(top, joinPath(root, directory))?.kind === "directory";
    },
  };
}

function insert(top: Node, entry: MemoryEntry): void {
  const location = toByteString(entry.path);
  const { kind = location.endsWith("/") ? "directory" : "file", content = "" } = entry;
  const names = toNames(location);
  const last = names.pop();
  let node = top;
  for (const name of names) {
    const child = node.children.get(name) ?? { kind: "directory", content: "", details: {}, children: new Map() };
    node.children.set(name, child);
    node = child;
  }
  if (last !== undefined) {
    const children = node.children.get(last)?.children ?? new Map<ByteString, Node>();
    node.children.set(last, { kind, content, details: toDetails(entry, kind, content), children });
  }
}

function toDetails({ target, modifiedMs }: MemoryEntry, kind: EntryKind, content: string): EntryDetails {
  return {
    ...(kind === "file" && { size: toByteString(content).length }),
    ...(modifiedMs !== undefined && { modifiedMs }),
    ...(kind === "symlink" && target !== undefined && { target: toByteString(target) }),
  };
}

function find(top: Node, location: ByteString): Node | undefined {
  return toNames(location).reduce<Node | undefined>((node, name) => node?.children.get(name), top);
}

function toNames(location: ByteString): ByteString[] {
  return path.posix
    .resolve("/", location)
    .split("/")
    .filter((name) => name !== "") as ByteString[];
}

function inOrder(children: ReadonlyMap<ByteString, Node>): Entry[] {
  const keyed = [...children].map(([name, { kind }]) => {
    const entry: Entry = { name, kind };
    return { entry, key: treeKey(entry, name) };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
}
