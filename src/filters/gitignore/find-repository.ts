// Finds the repository of a directory, and where git keeps its data. It reads git's files instead of running git.
import { toByteString, type ByteString } from "../../core/byte-string.ts";
import { keepPace } from "../../core/pace.ts";
import { normalPath, type NamedBy, type RuleFiles } from "./rule-files.ts";

/** A repository. Its paths are in the form of `normalPath`. */
export interface Repository {
  /** The top of the working tree: the directory that contains `.git`. */
  readonly top: ByteString;
  /** Its own git directory: `.git`, or in a linked worktree or submodule the path that the file `.git` names. */
  readonly gitDirectory: ByteString;
  /** The git directory that linked worktrees share. It contains `config` and `info/exclude`. */
  readonly commonDirectory: ByteString;
  /** Who says where the common directory is: `.git` is in its usual place, anything else is named in a file. */
  readonly namedBy: NamedBy;
}

/** `HEAD`, `.git` as a file, and `commondir` contain one line. */
const MAX_LINE_FILE_BYTES = 64 * 1024;

/**
 * The repository that a directory is in. Its top is the nearest directory with `.git`, starting with the directory itself.
 * `holdsGit`: whether that has a `.git`, if it is known.
 */
export async function findRepository(
  files: RuleFiles,
  directory: ByteString,
  holdsGit?: boolean,
): Promise<Repository | undefined> {
  const start = normalPath(directory);
  for (let top = holdsGit === false ? parentOf(start) : start; top !== undefined; top = parentOf(top)) {
    const repository = await repositoryAt(files, top, holdsGit === true && top === start);
    if (repository !== undefined) {
      return repository;
    }
    await keepPace(files.pacing);
  }
  return undefined;
}

/** The repository whose top is this directory, if there is one. `holdsGit`: it is known to have a `.git`. */
export async function repositoryAt(
  files: RuleFiles,
  top: ByteString,
  holdsGit = false,
): Promise<Repository | undefined> {
  const own = `${top}/.git` as ByteString;
  // Most directories have none: one look is enough for those.
  if (!holdsGit && !files.mayExist(own)) {
    return undefined;
  }
  // We look for `HEAD`, because an empty `.git` is not a repository for git either. And `isDirectory` only works below a
  // listing's root, while the top may be above it.
  if ((await files.read(`${own}/HEAD` as ByteString, "place", MAX_LINE_FILE_BYTES)) !== undefined) {
    return { top, gitDirectory: own, commonDirectory: own, namedBy: "place" };
  }
  const named = /^gitdir: (.+)$/s.exec((await readLine(files, own, "place")) ?? "")?.[1];
  if (named === undefined) {
    return undefined;
  }
  const gitDirectory = files.resolve(top, named);
  const common = await readLine(files, `${gitDirectory}/commondir`, "tree");
  return {
    top,
    gitDirectory,
    commonDirectory: common === undefined ? gitDirectory : files.resolve(gitDirectory, common),
    namedBy: "tree",
  };
}

async function readLine(files: RuleFiles, path: string, namedBy: NamedBy): Promise<string | undefined> {
  const file = await files.read(path as ByteString, namedBy, MAX_LINE_FILE_BYTES);
  const text = file && toByteString(file.bytes);
  // Not a regular expression: in a file full of newlines it would start at every one of them and scan to the end each time.
  let end = text?.length ?? 0;
  while (text?.[end - 1] === "\n" || text?.[end - 1] === "\r") {
    end -= 1;
  }
  return text?.slice(0, end);
}

/** The parent directory; undefined for the file system's root. */
function parentOf(directory: ByteString): ByteString | undefined {
  const slash = directory.lastIndexOf("/");
  return slash === -1 ? undefined : (directory.slice(0, slash) as ByteString);
}
