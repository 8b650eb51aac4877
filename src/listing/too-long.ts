// Refuses a page if not even its first entry fits into an answer. The refusal says how to get at the rest, in arguments that
// can be copied: each on a line of its own, up to the end of the line.
import { joinPath, splitPath, toExactText, type ByteString } from "../core/byte-string.ts";
import { UNSAFE_CHARACTER } from "../render/entry-label.ts";
import { renderDirectoryBelow } from "../render/shown-path.ts";
import { respondToModel, type FunctionCallError } from "../tooling/function-call-error.ts";
import type { ListingGuard } from "./listing-guard.ts";

/** The longest path that a system opens in one go. A walk goes down step by step, and gets further. */
const LONGEST_PATH_BYTES = 4095;

/** The share of an answer that a path we suggest may take: the rest is for the content of that directory. */
const PATH_SHARE = 1 / 2;

/** What does not fit, and into which answer. */
export interface TooLong {
  readonly guard: Pick<ListingGuard, "maxOutputBytes" | "fileSystem" | "isLiteral">;
  /** The argument that names the directory to list. */
  readonly field: "dir_path" | "path";
  /** What that argument was. */
  readonly root: string;
  /** Whether its quoted components were unquoted to find it. */
  readonly isRootQuoted: boolean;
  /** What is too long, in a few words. */
  readonly what: string;
  /** The directory below the root that contains it, or that it is. */
  readonly directory: ByteString;
  /** Whether this directory can be read: if not, we suggest those above it. */
  readonly isReadable: boolean;
  /** How to continue after everything in a directory: in words, and as an argument. */
  readonly passing: string;
  readonly passOver: (directory: ByteString) => string;
  /** The offset that skips the one entry that is too long, if it is one. */
  readonly nextOffset: number | undefined;
}

/** The refusal. It names the deepest directory that can be listed on its own within the same limit. */
export function tooLong(refused: TooLong): FunctionCallError {
  const { directory, isReadable, passing, passOver, nextOffset } = refused;
  const names = splitPath(directory);
  const what = tooLongFor(refused);
  const { maxOutputBytes } = refused.guard;
  const fits = (text: string) => (Buffer.byteLength(text) <= maxOutputBytes ? text : undefined);
  const message =
    deepest(isReadable ? names : names.slice(0, -1), (above) => {
      const path = toListablePath(refused, above);
      const listing = `list the directory by itself, or ${passing}:\n${refused.field}: ${path}`;
      return path && fits(`${what}; ${listing}\n${passOver(above)}`);
    }) ??
    deepest(names, (above) => fits(`${what}; ${passing}:\n${passOver(above)}`)) ??
    (nextOffset === undefined ? what : `${what}; pass over it:\noffset: ${nextOffset}`);
  return respondToModel(message);
}

/** The refusal for a directory whose own path leaves no room for anything else. */
export function rootTooLong({ guard, field, root }: Pick<TooLong, "guard" | "field" | "root">): FunctionCallError {
  const what = `${field} (${Buffer.byteLength(root)} bytes)`;
  return respondToModel(`${tooLongFor({ guard, what })}; list a directory with a shorter path`);
}

/** The refusal for a map of which not even the smallest fits. `fold`: the one that was opened. */
export function mapTooLong({
  guard,
  root,
  fold,
}: Pick<TooLong, "guard" | "root"> & { readonly fold: string | undefined }): FunctionCallError {
  const { maxOutputBytes } = guard;
  if (Buffer.byteLength(root) > maxOutputBytes * PATH_SHARE) {
    return rootTooLong({ guard, field: "dir_path", root });
  }
  const what = `the smallest map of this ${fold === undefined ? "directory" : "fold"}`;
  const narrower = fold === undefined ? "give a fold" : "give another fold";
  const why = tooLongFor({ guard, what });
  return respondToModel(`${why}; map a directory below it, ${narrower} that stands for less, or use list_dir`);
}

function tooLongFor({ what, guard }: Pick<TooLong, "what" | "guard">): string {
  return `${what} is too long for an answer of at most ${guard.maxOutputBytes} bytes`;
}

/** What `write` returns for the deepest directory of a path for which it returns anything. */
function deepest(
  names: readonly ByteString[],
  write: (directory: ByteString) => string | undefined,
): string | undefined {
  let found: string | undefined;
  for (let low = 1, high = names.length; low <= high;) {
    const depth = (low + high) >>> 1;
    const text = write(names.slice(0, depth).reduce(joinPath, "" as ByteString));
    if (text === undefined) {
      high = depth - 1;
    } else {
      found = text;
      low = depth + 1;
    }
  }
  return found;
}

/** The path of a directory as a caller can list it; undefined if it is too long for that. */
function toListablePath({ guard, root, isRootQuoted }: TooLong, directory: ByteString): string | undefined {
  const path = guard.isLiteral ? toPlainPath(root, directory) : renderDirectoryBelow(root, isRootQuoted, directory);
  const canBeOpened =
    guard.fileSystem.isObjectStore === true || Buffer.byteLength(root) + 1 + directory.length <= LONGEST_PATH_BYTES;
  return path !== undefined && canBeOpened && Buffer.byteLength(path) <= guard.maxOutputBytes * PATH_SHARE
    ? path
    : undefined;
}

/** The same without quotes; undefined if there is something in it that could only be shown in quotes. */
function toPlainPath(root: string, directory: ByteString): string | undefined {
  const below = toExactText(directory);
  const path = `${root}${root.endsWith("/") ? "" : "/"}${below}`;
  return below === undefined || UNSAFE_CHARACTER.test(path) ? undefined : path;
}
