// Object stores that speak S3: Amazon's, Ceph, MinIO, R2 and the like. Paths are `s3://bucket/prefix`; a directory is all keys with
// the same beginning up to a slash. We use the store's own order, so any page can be read without those before it.
import type { FileSystem } from "../core/file-system.ts";
import { dropNulls, refuseUnknownOptions } from "../core/options.ts";
import type { S3Options } from "./s3-client.ts";
import { isStorePath, resolveStorePath } from "./s3-path.ts";
import type { StoreReads } from "./s3-reads.ts";

/** The compiler reports an option that is missing here. */
const OPTION_NAMES: Readonly<Record<keyof S3Options, true>> = {
  endpoint: true,
  region: true,
  forcePathStyle: true,
  maxAttempts: true,
  client: true,
};

/** The buckets that the credentials give access to. Needs the package `@aws-sdk/client-s3`, which the first read loads. */
export function s3(options: S3Options = {}): FileSystem {
  refuseUnknownOptions(options, Object.keys(OPTION_NAMES));
  const given = dropNulls(options);
  let loading: Promise<StoreReads> | undefined;
  // Loaded by the first read: everybody imports this file, and few have a store.
  const reads = () => (loading ??= import("./s3-reads.ts").then(({ StoreReads: Reads }) => new Reads(given)));
  return {
    isObjectStore: true,
    isAbsolute: isStorePath,
    resolve: resolveStorePath,
    readDirectory: async (location, read) => ({
      isSorted: true,
      batches: (await reads()).readEntries(location, read),
    }),
    async *readKeys(location, wait) {
      yield* (await reads()).readKeys(location, wait);
    },
    readDetails: async (location, entries, wait) => (await reads()).readDetails(location, entries, wait),
  };
}
