// Paths of an object store: `s3://bucket/prefix`. Any text can be between two slashes, even none or `..`, without a special meaning, so
// these paths are never normalised like those of a disk.

/** Captures the bucket, and what comes after it. */
export const STORE_PATH: RegExp = /^s3:\/\/([^/]+)(?:\/([^]*))?$/;

/** Whether a path names a bucket. The buckets themselves are not listed. */
export function namesBucket(path: string): boolean {
  return STORE_PATH.test(path);
}

/**
 * The form in which paths are compared: without the slash at the end, unless another one comes before it. `s3://b/p//` is the
 * directory with the empty name in `p`, and must stay so when it is resolved again. A path that is in no bucket stays as it is.
 */
export function resolveStorePath(from: string, path: string): string {
  const isWhole = namesBucket(path) || !namesBucket(from);
  const below = path === "." || path === "" ? from : `${from}${from.endsWith("/") ? "" : "/"}${path}`;
  return (isWhole ? path : below).replace(/([^/])\/$/, "$1");
}
