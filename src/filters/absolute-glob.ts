// Absolute globs below the listing root, read as relative ones: models often put the path of the directory before a glob.
import { toByteString, type ByteString } from "../core/byte-string.ts";
import { spelledName } from "./glob-component.ts";

/** What comes before the first name of an absolute path: a slash, the scheme of a store, or a Windows drive. */
const TOP = /^(?:\/|[a-z][a-z0-9+.-]+:\/\/|[A-Za-z]:[\\/])/;

/** The top of a path on a Windows drive. Elsewhere `\` is an ordinary character of a name. */
const DRIVE = /^[A-Z]:\/$/;

/**
 * The glob relative to the listing root, with a slash before it; undefined if it is not an absolute glob below the root. The
 * root must be spelled out: a wildcard that also matches names above the listing would show or hide everything in it.
 */
export function globBelow(root: ByteString, glob: string): string | undefined {
  const top = topOf(root);
  if (top === undefined || topOf(glob) !== top) {
    return undefined;
  }
  const path = DRIVE.test(top) ? root.replaceAll("\\", "/") : root;
  const above = namesIn(path).filter((name) => name !== "");
  const names = namesIn(glob);
  const below = names.slice(above.length);
  const isBelow = above.every((name, index) => toByteString(spelledName(names[index] ?? "") ?? "") === name);
  return isBelow && below.join("") !== "" ? `/${below.join("/")}` : undefined;
}

function topOf(path: string): string | undefined {
  return TOP.exec(path)?.[0]
    .replaceAll(/[\\/]+/g, "/")
    .toUpperCase();
}

/** The names in an absolute path or glob, an empty one at the end if it ends in a slash. Globs don't tell `//` from `/`. */
function namesIn(path: string): string[] {
  return path
    .replace(TOP, "/")
    .replace(/^\/+/, "")
    .split(/\/+/)
    .filter((name) => name !== ".");
}
