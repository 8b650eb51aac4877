// Finds where an absolute path leads, as the kernel does, but stops before any file system that may not answer: the kernel
// would go on and wait for it.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import { readLink } from "./exact-bytes.ts";
import type { Foothold } from "./foothold.ts";
import { remoteMountOf, type MountTable } from "./mount-table.ts";
import { toLocation } from "./read-location.ts";

/** Where a path leads. */
export interface ResolvedPath {
  /** The path without links. From the first component that can't be inspected, the rest is as it was given. */
  readonly path: ByteString;
  /** The mount point that the path reached, if that mount may stop answering. What follows it in the path is unresolved. */
  readonly remote: ByteString | undefined;
}

const TOP = "/" as ByteString;

/** As many links as Linux follows in one path. */
const MOST_LINKS = 40;

/**
 * Resolves the links of a path without touching anything on a mount that may stop answering. The path is absolute, or below
 * `directory`, which is absolute and has no links. With a foothold, a deep path takes less time. Throws an error with code `ELOOP`
 * if there are too many links to follow.
 */
export function resolveLinks(
  path: ByteString,
  table: MountTable,
  directory?: ByteString,
  foothold?: Foothold,
): ResolvedPath {
  if (directory === undefined && !path.startsWith("/")) {
    // A Windows drive. No mount there is known to be remote.
    return { path, remote: undefined };
  }
  let resolved: string = directory === TOP ? "" : (directory ?? "");
  let isDirectory = true;
  let links = 0;
  /** What is left to walk, the next component last. */
  const rest = toNames(path);
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (!isDirectory) {
      // Even `.` needs a directory. Reading the path will raise the error.
      return { path: append(resolved, [...rest, name]), remote: undefined };
    }
    if (name === ".") {
      continue;
    }
    if (name === "..") {
      resolved = resolved.slice(0, Math.max(resolved.lastIndexOf("/"), 0));
      continue;
    }
    const next = `${resolved}/${name}` as ByteString;
    const remote = remoteMountOf(table, next);
    if (remote !== undefined) {
      return { path: append(next, rest), remote };
    }
    const found = inspect(next, resolved as ByteString, name, foothold);
    if (found === undefined) {
      return { path: append(next, rest), remote: undefined };
    }
    if (found.target === undefined) {
      resolved = next;
      isDirectory = found.isDirectory;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) {
      throw Object.assign(new Error(`ELOOP: too many symbolic links encountered, resolve '${path}'`), {
        code: "ELOOP",
      });
    }
    if (found.target.startsWith("/")) {
      resolved = "";
    }
    rest.push(...toNames(found.target));
  }
  return { path: append(resolved, []), remote: undefined };
}

/** What is at a path, which is `name` in `directory`; undefined if it does not exist or we may not inspect it. */
function inspect(
  path: ByteString,
  directory: ByteString,
  name: ByteString,
  foothold: Foothold | undefined,
): { isDirectory: boolean; target: ByteString | undefined } | undefined {
  try {
    const location = foothold === undefined ? toLocation(path) : foothold.locationOf(path, directory, name);
    // Get the kind first: reading the target of anything but a link throws, which costs far more.
    const stats = fs.lstatSync(location, { throwIfNoEntry: false });
    return (
      stats && {
        isDirectory: stats.isDirectory(),
        target: stats.isSymbolicLink() ? readLink(location) : undefined,
      }
    );
  } catch {
    return undefined;
  }
}

/** The components of a path, the first one last. */
function toNames(path: ByteString): ByteString[] {
  return (path.split("/") as ByteString[]).filter((name) => name !== "").toReversed();
}

function append(path: string, names: readonly ByteString[]): ByteString {
  return (names.length === 0 ? path || "/" : `${path}/${names.toReversed().join("/")}`) as ByteString;
}
