// Lays out found entries as a map of nothing else.
import type { ByteString } from "../core/byte-string.ts";
import type { ClosedDirectory, MapBlock, OpenedDirectory } from "../maps/directory-map.ts";
import type { FoundEntry } from "./best-entries.ts";
import type { SearchedDirectory } from "./searched-directory.ts";

/** A directory that is shown, with the found entries in it. */
interface ShownDirectory {
  readonly name: ByteString;
  readonly files: FoundEntry[];
  readonly directories: Map<ByteString, ShownDirectory>;
  /** Set if it was found itself. */
  found?: FoundEntry;
}

/** The block of the root. */
export function layOutFound(entries: readonly FoundEntry[]): MapBlock {
  const root = newDirectory("" as ByteString);
  for (const entry of entries) {
    const shown = showDirectory(root, entry.directory);
    if (entry.kind === "directory") {
      showIn(shown, entry.name).found = entry;
    } else {
      shown.files.push(entry);
    }
  }
  return toBlock(root);
}

function newDirectory(name: ByteString): ShownDirectory {
  return { name, files: [], directories: new Map() };
}

function showDirectory(root: ShownDirectory, directory: SearchedDirectory): ShownDirectory {
  const above: SearchedDirectory[] = [];
  for (let next = directory; next.parent !== undefined; next = next.parent) {
    above.push(next);
  }
  return above.reduceRight((shown, { name }) => showIn(shown, name), root);
}

function showIn(shown: ShownDirectory, name: ByteString): ShownDirectory {
  const inside = shown.directories.get(name) ?? newDirectory(name);
  shown.directories.set(name, inside);
  return inside;
}

function toBlock({ files, directories }: ShownDirectory): MapBlock {
  const closed: ClosedDirectory[] = [];
  const open: OpenedDirectory[] = [];
  for (const directory of directories.values()) {
    const { names, last } = join(directory);
    if (isClosed(last)) {
      closed.push(toClosed(names, last.found));
    } else {
      open.push({ names, inside: toBlock(last) });
    }
  }
  return { names: files.map(({ name, kind }) => ({ name, kind })), folds: [], closed, open };
}

/** A directory together with those of which each shows nothing but the next one. */
function join(first: ShownDirectory): { names: ByteString[]; last: ShownDirectory } {
  const names = [first.name];
  let last = first;
  while (last.files.length === 0 && last.directories.size === 1) {
    const [only] = last.directories.values() as Iterable<ShownDirectory> as [ShownDirectory];
    last = only;
    names.push(last.name);
  }
  return { names, last };
}

function isClosed(directory: ShownDirectory): directory is ShownDirectory & Required<Pick<ShownDirectory, "found">> {
  return directory.files.length === 0 && directory.directories.size === 0;
}

function toClosed(names: readonly ByteString[], { inside, isIgnored }: FoundEntry): ClosedDirectory {
  const { below = 0, isPartial = false, problem } = inside ?? {};
  return {
    names,
    count: below,
    ...(isPartial && { isPartial }),
    ...(problem !== undefined && { problem }),
    ...(isIgnored === true && { isIgnored }),
  };
}

/** How many matching entries a set of found ones stands for: they themselves, the directories above, what is below those that are closed. */
export function countShown(
  entries: readonly FoundEntry[],
  isMatching: (directory: SearchedDirectory) => boolean,
): number {
  const open = new Set<SearchedDirectory>();
  for (const { directory } of entries) {
    for (let next = directory; next.parent !== undefined && !open.has(next); next = next.parent) {
      open.add(next);
    }
  }
  let count = [...open].filter(isMatching).length;
  for (const { kind, inside } of entries) {
    if (kind !== "directory" || inside === undefined) {
      count += 1;
    } else if (!open.has(inside)) {
      count += 1 + inside.below;
    }
  }
  return count;
}
