// Paths of an object store: `s3://bucket/prefix`. Between slashes there can be any text, even none, or `..`. It is part of a key
// and has no special meaning, so a path is never normalised as it would be on a disk.

/** A bucket, and what comes after it. */
export const STORE_PATH: RegExp = /^s3:\/\/([^/]+)(?:\/([^]*))?$/;

/** Whether a path names a bucket. The buckets themselves are not listed. */
export function isStorePath(path: string): boolean {
  return STORE_PATH.test(path);
}

/**
 * The form in which paths are compared: without the slash at the end, unless another one comes before it. `s3://b/p//` is the
 * directory with the empty name in `p`, and must stay so when it is resolved again.
 */
export function resolveStorePath(from: string, path: string): string {
  if (isStorePath(path)) {
    return path.replace(/([^/])\/$/, "$1");
  }
  const base = from.endsWith("/") ? from : `${from}/`;
  return path === "." || path === "" ? resolveStorePath("", from) : resolveStorePath("", `${base}${path}`);
}
