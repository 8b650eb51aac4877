// Where the repository of a directory is, and where git keeps what belongs to it. Git is not asked: its files are read.
import type { ByteString } from "../../core/byte-string.ts";
import { parentOf, toPlainPath } from "../plain-path.ts";
import type { NamedBy, RuleFiles } from "./rule-files.ts";

/** A repository. Its paths are plain ones. */
export interface Repository {
  /** The directory whose files it keeps: the one that holds `.git`. */
  readonly top: ByteString;
  /** Its own git directory: `.git`, or what the file `.git` names in a linked worktree or a submodule. */
  readonly gitDirectory: ByteString;
  /** The git directory that linked worktrees have in common: `config` and `info/exclude` are there. */
  readonly commonDirectory: ByteString;
  /** Who says where the common directory is: `.git` is in its place, all else is written in a file. */
  readonly namedBy: NamedBy;
}

/** `HEAD`, `.git` as a file and `commondir` hold one line. */
const MAX_LINE_FILE_BYTES = 64 * 1024;

/** The repository that a directory lies in: that of the nearest directory above it, or itself, which holds `.git`. */
export async function findRepository(files: RuleFiles, directory: ByteString): Promise<Repository | undefined> {
  for (let top: ByteString | undefined = toPlainPath(directory); top !== undefined; top = parentOf(top)) {
    const repository = await repositoryAt(files, top);
    if (repository !== undefined) {
      return repository;
    }
  }
  return undefined;
}

/** The repository whose top is this directory, a plain path, if it is one. */
export async function repositoryAt(files: RuleFiles, top: ByteString): Promise<Repository | undefined> {
  const own = `${top}/.git` as ByteString;
  // An empty directory of this name is none for git either. And `isDirectory` speaks of what lies below a listing's
  // root only, while the top may lie above it.
  if ((await readLine(files, `${own}/HEAD`, "place")) !== undefined) {
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
  const text = (await files.read(path as ByteString, namedBy, MAX_LINE_FILE_BYTES))?.text;
  // No regular expression: it would try every line of a file that is made of them, and each to the end.
  let end = text?.length ?? 0;
  while (text?.[end - 1] === "\n" || text?.[end - 1] === "\r") {
    end -= 1;
  }
  return text?.slice(0, end);
}
