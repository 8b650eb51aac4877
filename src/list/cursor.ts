// Where a page in order `tree` begins: after a path that was already seen, whether or not it still exists.
import type { FileSystem } from "../core/file-system.ts";
import { isEntered } from "../core/filter.ts";
import type { Directory, TreeEntry } from "../tree/directory.ts";

export interface Cursor {
  /** The names on the path. */
  readonly names: readonly string[];
  /** Whether the path was written as a directory. */
  readonly isDirectory: boolean;
  /** Whether everything inside the directory counts as seen, too. */
  readonly isPassed?: true;
  /** Whether the last name was written in quotes without a slash: it is not a directory, even if there is one of this name. */
  readonly isQuoted?: true;
}

/** A directory on the path from the root to where a page continues. */
export interface Start {
  readonly directory: Directory;
  /** The page continues after this sibling: a name, with a `/` for a directory. Undefined: with the first entry. */
  readonly after: string | undefined;
  /** A name that was written without a `/`, but is a directory if there is one. */
  readonly maybeDirectory?: string;
  /** Whether the previous page has shown the directory, with its problem if it had one. */
  readonly isShown: boolean;
}

/**
 * The directories in which a page continues, the deepest last. They are read when the page gets there. The path ends at a name that the
 * filters do not let it enter, as a walk from the root would, and at one that no entry can have: that one would lead elsewhere.
 */
export async function toStarts(root: Directory, { names, ...last }: Cursor, maxDepth: number): Promise<Start[]> {
  const starts: Start[] = [];
  const { clock, fileSystem } = root.tree;
  let directory = root;
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    const isDirectory = !isLast || last.isDirectory;
    await clock.check();
    await directory.readRules();
    const isOpen =
      canBeName(name, fileSystem) &&
      isEntered(directory.filter.judge({ name, kind: "directory" })) &&
      directory.depth + 1 < maxDepth;
    const maybeDirectory = !isDirectory && last.isQuoted !== true ? { maybeDirectory: name } : {};
    starts.push({ directory, after: isDirectory ? `${name}/` : name, ...maybeDirectory, isShown: true });
    if (!isDirectory || !isOpen || (isLast && last.isPassed === true)) {
      return starts;
    }
    directory = directory.inside({ name, kind: "directory" });
  }
  return [...starts, { directory, after: undefined, isShown: names.length > 0 }];
}

/**
 * Whether an entry may have this name. Quotes can contain a `/`; on a disk, `..` leads out of the directory, and half a character to a
 * name with U+FFFD.
 */
function canBeName(name: string, fileSystem: FileSystem): boolean {
  if (name.includes("/")) {
    return false;
  }
  const never = fileSystem.isAbsolute("C:\\") ? /^\.{0,2}$|[\0\\:\p{Cs}]/u : /^\.{0,2}$|[\0\p{Cs}]/u;
  return fileSystem.isObjectStore === true || !never.test(name);
}

/** The directory that a cursor without a `/` turned out to be, among the entries that follow its name. */
export function findDirectory(entries: readonly TreeEntry[], name: string | undefined): number {
  return name === undefined ? -1 : entries.findIndex((entry) => entry.kind === "directory" && entry.name === name);
}
