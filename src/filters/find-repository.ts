// Where the repository of a directory is, and where git keeps what belongs to it. Git is not asked: its files are read.
import { toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";

/** A repository. Its paths are absolute and have no slash at the end: that of the file system's root is empty. */
export interface Repository {
  /** The directory whose files it keeps: the one that holds `.git`. */
  readonly top: ByteString;
  /** Its own git directory: `.git`, or what the file `.git` names in a linked worktree or a submodule. */
  readonly gitDirectory: ByteString;
  /** The git directory that linked worktrees have in common: `config` and `info/exclude` are there. */
  readonly commonDirectory: ByteString;
}

/** `HEAD`, `.git` as a file and `commondir` hold one line. */
const MAX_LINE_FILE_BYTES = 64 * 1024;

const NEWLINE = 10;
const RETURN = 13;

/** The repository that a directory lies in: that of the nearest directory above it, or itself, which holds `.git`. */
export async function findRepository(fileSystem: FileSystem, directory: ByteString): Promise<Repository | undefined> {
  for (let top: ByteString | undefined = toPlainPath(directory); top !== undefined; top = parentOf(top)) {
    const repository = await repositoryAt(fileSystem, top);
    if (repository !== undefined) {
      return repository;
    }
  }
  return undefined;
}

/** The repository whose top is this directory, if it is one: a path as those of a `Repository`. */
export async function repositoryAt(fileSystem: FileSystem, top: ByteString): Promise<Repository | undefined> {
  const own = `${top}/.git` as ByteString;
  // An empty directory of this name is none for git either. And `isDirectory` speaks of what lies below a listing's
  // root only, while the top may lie above it.
  if ((await readLine(fileSystem, `${own}/HEAD`)) !== undefined) {
    return { top, gitDirectory: own, commonDirectory: own };
  }
  const named = /^gitdir: (.+)$/s.exec((await readLine(fileSystem, own)) ?? "")?.[1];
  if (named === undefined) {
    return undefined;
  }
  const gitDirectory = resolvePath(fileSystem, top, named);
  const common = await readLine(fileSystem, `${gitDirectory}/commondir`);
  return {
    top,
    gitDirectory,
    commonDirectory: common === undefined ? gitDirectory : resolvePath(fileSystem, gitDirectory, common),
  };
}

/** A path that git wrote down, which is relative to the directory `from` or absolute, as those of a `Repository`. */
export function resolvePath(fileSystem: FileSystem, from: ByteString, path: string): ByteString {
  return toPlainPath(fileSystem.isAbsolute(path) ? path : `${from}/${path}`);
}

/** An absolute path without `.`, `..` and needless slashes, as those of a `Repository`. */
export function toPlainPath(path: string): ByteString {
  // One that does not begin with a slash is a Windows path: elsewhere `\` is a byte of a name like any other.
  const isPosix = path.startsWith("/");
  const text = isPosix ? path : path.replaceAll("\\", "/");
  const volume = isPosix ? "" : (/^(?:\/\/)?[^/]*/.exec(text)?.[0] ?? "");
  const names: string[] = [];
  for (const name of text.slice(volume.length).split("/")) {
    if (name === "..") {
      names.pop();
    } else if (name !== "" && name !== ".") {
      names.push(name);
    }
  }
  return [volume, ...names].join("/") as ByteString;
}

function parentOf(directory: ByteString): ByteString | undefined {
  const slash = directory.lastIndexOf("/");
  return slash === -1 ? undefined : (directory.slice(0, slash) as ByteString);
}

async function readLine(fileSystem: FileSystem, path: string): Promise<string | undefined> {
  const bytes = await fileSystem.readFile?.(path as ByteString, { maxBytes: MAX_LINE_FILE_BYTES });
  let end = bytes?.length ?? 0;
  while (bytes?.[end - 1] === NEWLINE || bytes?.[end - 1] === RETURN) {
    end -= 1;
  }
  return bytes === undefined ? undefined : toByteString(bytes.subarray(0, end));
}
