// Object stores that speak S3: Amazon's, Ceph, MinIO, R2 and the like. Paths are `s3://bucket/prefix`; a directory is all keys with the
// same prefix up to a slash. Entries are in the store's own order, so any page can be read without the pages before it.
import type { FileSystem } from "../core/file-system.ts";
import { checkOptionNames } from "../core/options.ts";
import type { S3Options } from "./s3-client.ts";
import { namesBucket, resolveStorePath } from "./s3-path.ts";
import type { StoreReader } from "./s3-reader.ts";

/** A record, so that the compiler reports a missing option. */
type OptionNames = Readonly<Record<keyof S3Options, true>>;

const OPTIONS: OptionNames = { endpoint: true, region: true, forcePathStyle: true, maxAttempts: true, client: true };

/** The buckets that the credentials give access to. Needs the package `@aws-sdk/client-s3`, which the first read loads. */
export function s3(options: S3Options = {}): FileSystem {
  checkOptionNames(options, Object.keys(OPTIONS));
  let loading: Promise<StoreReader> | undefined;
  // Loaded by the first read: everybody imports this file, and few use a store.
  const reader = () => (loading ??= import("./s3-reader.ts").then((module) => new module.StoreReader(options)));
  return {
    isObjectStore: true,
    isAbsolute: namesBucket,
    resolve: resolveStorePath,
    readDirectory: async (location, read) => ({
      isSorted: true,
      batches: (await reader()).readEntries(location, read),
    }),
    async *readKeys(location, wait) {
      yield* (await reader()).readKeys(location, wait);
    },
  };
}
