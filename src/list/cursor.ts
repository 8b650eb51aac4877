// Where a page in order `tree` starts: after a path from an earlier page, whether or not that path still exists.
import { hasWindowsPaths, MAY_BE_ALIAS, type FileSystem } from "../core/file-system.ts";
import { readError, readErrorCode } from "../core/problem.ts";
import type { Directory } from "../tree/directory.ts";

/** A path after which a page starts. */
export interface Cursor {
  /** The components of the path. */
  readonly names: readonly string[];
  /** Whether the path was written as a directory. */
  readonly isDirectory: boolean;
  /** Whether the page starts after everything inside the directory, too. */
  readonly skipsContents?: true;
}

/** A directory on the path from the root to where a page resumes. */
export interface ResumePoint {
  readonly directory: Directory;
  /** The page resumes after this entry of the directory: a name, with a `/` for a directory. Undefined: at the first entry. */
  readonly after: string | undefined;
  /** Whether an earlier page has shown the directory, with its problem if it had one. */
  readonly wasShown: boolean;
}

/** After so many levels each, it is tried whether a cursor leads anywhere: it may have fifty thousand names. */
const LEVELS_PER_TRY = 64;

/**
 * The directories in which a page resumes, the deepest last. They are not read yet. Follows the cursor only as far as the filters let a
 * walk from the root go, and stops at a name that no entry can have, because such a name could lead elsewhere.
 */
export async function toResumePoints(
  root: Directory,
  { names, ...last }: Cursor,
  maxDepth: number,
): Promise<ResumePoint[]> {
  const points: ResumePoint[] = [];
  const { clock, fileSystem } = root.tree;
  let directory = root;
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    const isDirectory = !isLast || last.isDirectory;
    await clock.check();
    if ((index + 1) % LEVELS_PER_TRY === 0 && (await directory.read({ count: 1 })).isMissing) {
      break;
    }
    await directory.readRules();
    const canEnter =
      canBeName(name, fileSystem) &&
      directory.filter.judge({ name, kind: "directory" })?.isEntered === true &&
      directory.depth + 1 < maxDepth;
    // Nothing but what is in a directory comes between its name and a quoted name with the same beginning and a slash.
    const [after] = /^[^/]*\/?/.exec(isDirectory ? `${name}/` : name) as RegExpExecArray;
    points.push({ directory, after, wasShown: true });
    if (!isDirectory || !canEnter || (isLast && last.skipsContents === true)) {
      return points;
    }
    directory = directory.child({ name, kind: "directory" });
    if (MAY_BE_ALIAS.test(name) && !(await isListed(directory))) {
      return points;
    }
  }
  return [...points, { directory, after: undefined, wasShown: names.length > 0 }];
}

/**
 * Whether an entry may have this name. A quoted name can contain a `/`. On a disk, `..` would leave the directory, and a lone surrogate
 * would be looked up as U+FFFD.
 */
function canBeName(name: string, fileSystem: FileSystem): boolean {
  if (name.includes("/")) {
    return false;
  }
  const impossible = hasWindowsPaths(fileSystem) ? /^\.{0,2}$|[\0\\:]/ : /^\.{0,2}$|\0/;
  return fileSystem.isObjectStore === true || (name.isWellFormed() && !impossible.test(name));
}

/** Whether a disk lists a directory by this name. It may find one by another name, which no rule matches. */
async function isListed({ tree: { fileSystem, clock }, location }: Directory): Promise<boolean> {
  const path = fileSystem.resolve(String(location), ".");
  // A link to what the path begins with may pass, but then the path does not lead to itself.
  const checkNoLinks = (step: string) => {
    if (!path.startsWith(step)) {
      throw readError("ELOOP", "a link is on the way");
    }
  };
  try {
    return ((await fileSystem.realPath?.(path, clock.wait, checkNoLinks)) ?? path) === path;
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return false;
  }
}
