// The original tools, written down from the words of the documents that describe them (docs/origins.md), and from nothing else: no
// code of `src/` is used here. Slow, obvious, and all in memory.

export interface SeedEntry {
  /** The bytes of one path component. */
  readonly name: Buffer;
  readonly kind: "file" | "directory" | "symlink" | "other";
  readonly children: readonly SeedEntry[];
}

/** What a model would be shown. Where the wording is ours, an error ends with an ellipsis. */
export type SeedAnswer = { readonly content: string } | { readonly error: string };

export interface ListDirCall {
  readonly dir_path: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly depth?: number;
}

export interface ListDirectoryCall {
  readonly path: string;
  readonly offset?: number;
  readonly maxResults?: number;
  readonly recursive?: boolean;
  readonly showHidden?: boolean;
}

/** `MAX_ENTRY_LENGTH` and `INDENTATION_SPACES` of the original. */
const MAX_ENTRY_LENGTH = 500;
const INDENTATION_SPACES = 2;

const SUFFIX = { file: "", directory: "/", symlink: "@", other: "?" } as const;

interface Collected {
  readonly sortKey: Buffer;
  readonly displayName: string;
  readonly depth: number;
  readonly kind: SeedEntry["kind"];
}

/**
 * `list_dir` of a tree whose root is at `/`. `breadth`: the page is cut from the breadth-first order, then sorted. `path`: everything is
 * sorted, then the page is cut.
 */
export function modelListDir(top: SeedEntry, call: ListDirCall, order: "breadth" | "path"): SeedAnswer {
  const { dir_path: dirPath, offset = 1, limit = 25, depth = 2 } = call;
  if (offset === 0) {
    return { error: "offset must be a 1-indexed entry number" };
  }
  if (limit === 0) {
    return { error: "limit must be greater than zero" };
  }
  if (depth === 0) {
    return { error: "depth must be greater than zero" };
  }
  if (!dirPath.startsWith("/")) {
    return { error: "dir_path must be an absolute path" };
  }
  const root = find(top, dirPath);
  if (root?.kind !== "directory") {
    return { error: "failed to read directory: …" };
  }
  const entries = collectEntries(root, depth);
  if (order === "path") {
    entries.sort(bySortKey);
  }
  const header = `Absolute path: ${dirPath}`;
  if (entries.length === 0) {
    return { content: header };
  }
  const start = offset - 1;
  if (start >= entries.length) {
    return { error: "offset exceeds directory entry count" };
  }
  const cappedLimit = Math.min(limit, entries.length - start);
  const page = entries.slice(start, start + cappedLimit);
  if (order === "breadth") {
    page.sort(bySortKey);
  }
  const lines = page.map(
    (entry) => `${" ".repeat(entry.depth * INDENTATION_SPACES)}${entry.displayName}${SUFFIX[entry.kind]}`,
  );
  const isMore = start + cappedLimit < entries.length;
  return { content: [header, ...lines, ...(isMore ? [`More than ${cappedLimit} entries found`] : [])].join("\n") };
}

/** Breadth first, each directory sorted before it is processed. */
function collectEntries(root: SeedEntry, depth: number): Collected[] {
  const entries: Collected[] = [];
  const queue: { directory: SeedEntry; prefix: readonly Buffer[]; remaining: number }[] = [
    { directory: root, prefix: [], remaining: depth },
  ];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { directory, prefix, remaining } = next;
    const read = directory.children.map((child) => {
      const relativePath = [...prefix, child.name];
      const joined = Buffer.from(relativePath.map((name) => name.toString("latin1")).join("/"), "latin1");
      return {
        child,
        relativePath,
        sortKey: Buffer.from(cut(lossy(joined).replaceAll("\\", "/"))),
        displayName: cut(lossy(child.name)),
        depth: prefix.length,
        kind: child.kind,
      };
    });
    // The documents don't say how equal keys are ordered: here by the bytes of the names.
    read.sort((a, b) => bySortKey(a, b) || Buffer.compare(a.child.name, b.child.name));
    for (const entry of read) {
      entries.push(entry);
      if (entry.kind === "directory" && remaining > 1) {
        queue.push({ directory: entry.child, prefix: entry.relativePath, remaining: remaining - 1 });
      }
    }
  }
  return entries;
}

function bySortKey(a: Pick<Collected, "sortKey">, b: Pick<Collected, "sortKey">): number {
  return Buffer.compare(a.sortKey, b.sortKey);
}

/** `list_directory` of a tree whose root is at `/`. */
export function modelListDirectory(top: SeedEntry, call: ListDirectoryCall, maxDirEntries: number): SeedAnswer {
  const { path, recursive = false, showHidden = false } = call;
  const root = find(top, path);
  if (root?.kind !== "directory") {
    return { error: "failed to read directory: …" };
  }
  const offset = Math.max(call.offset ?? 0, 0);
  const asked = call.maxResults ?? 0;
  const maxResults = asked <= 0 ? 100 : Math.min(asked, 1000);
  const allNames = namesBelow(root, recursive, showHidden).toSorted(Buffer.compare).slice(0, maxDirEntries);
  const files = allNames.slice(offset, offset + maxResults).map(lossy);
  const directory = `/${path
    .split("/")
    .filter((name) => name !== "")
    .join("/")}`;
  const count = allNames.length;
  const summary =
    count === 0
      ? "Directory is empty"
      : files.length === 0
        ? `Offset ${offset} exceeds total count ${count}`
        : `Showing ${offset + 1}-${offset + files.length} of ${count} files`;
  return { content: JSON.stringify({ directory, count, summary, files }) };
}

function namesBelow(directory: SeedEntry, recursive: boolean, showHidden: boolean): Buffer[] {
  return directory.children
    .filter(({ name }) => showHidden || name[0] !== ".".charCodeAt(0))
    .flatMap((child) => [
      child.name,
      ...(recursive ? namesBelow(child, recursive, showHidden) : []).map((below) =>
        Buffer.concat([child.name, Buffer.from("/"), below]),
      ),
    ]);
}

function find(top: SeedEntry, path: string): SeedEntry | undefined {
  let found: SeedEntry | undefined = top;
  for (const name of path.split("/").filter((component) => component !== "")) {
    found = found?.children.find((child) => child.name.equals(Buffer.from(name)));
  }
  return found;
}

/** As `to_string_lossy`: bytes that are no UTF-8 become U+FFFD. */
function lossy(bytes: Buffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The text, cut at the last character boundary within 500 bytes. */
function cut(text: string): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > MAX_ENTRY_LENGTH) {
      break;
    }
    end += character.length;
  }
  return text.slice(0, end);
}
