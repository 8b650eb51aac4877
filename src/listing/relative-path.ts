// Where the relative path of a call leads: from the directory that the client or the operator named, else from the only root, else from
// the process's directory.
import { hasDrives } from "../core/absolute-path.ts";
import type { FileSystem } from "../core/file-system.ts";
import { guardOf, type ListingGuard } from "./listing-guard.ts";
import { readQuotedPath } from "./whole-path.ts";

/** What is no relative path: nothing, a home directory, a URL. */
const NEVER_RELATIVE = /^(?:~|$|[a-z][a-z0-9+.-]*:\/\/)/i;

/** Whether a path of a call is taken from somewhere else. */
export function isRelative(guards: ListingGuard, path: string): boolean {
  const guard = guardOf(guards, path);
  const isWhole = guard.fileSystem.isAbsolute(path) || readQuotedPath(guard, path) !== undefined;
  // `C:x` is relative to a directory that only Windows knows.
  const isOnDrive = hasDrives(guard.fileSystem) && /^[a-z]:/i.test(path);
  return !isWhole && !isOnDrive && !NEVER_RELATIVE.test(path);
}

/** The absolute path that a path of a call means. One that is not relative stays as it is, and so does one that may lead to several roots. */
export function toAbsolutePath(guards: ListingGuard, path: string): string {
  if (typeof path !== "string" || !isRelative(guards, path)) {
    return path;
  }
  const [start, another] = guards.starts();
  return start === undefined || another !== undefined ? path : joinToStart(guards, start, path);
}

/** A relative path from a directory on: without `.`, and without slashes that mean nothing. `..` stays: a link may come before it. */
export function joinToStart({ fileSystem }: Pick<ListingGuard, "fileSystem">, start: string, path: string): string {
  const names = namesIn(fileSystem, path);
  const above = start.replace(separators(fileSystem, "+$"), "");
  return names.length === 0 && above !== "" ? above : `${above}/${names.join("/")}`;
}

function namesIn(fileSystem: FileSystem, path: string): string[] {
  return path.split(separators(fileSystem, "")).filter((name) => name !== "" && name !== ".");
}

function separators(fileSystem: FileSystem, end: string): RegExp {
  return new RegExp(`${hasDrives(fileSystem) ? "[\\\\/]" : "/"}${end}`);
}
