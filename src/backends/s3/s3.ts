// Object stores that speak S3: Amazon's, Ceph, MinIO, R2 and the like. Paths are `s3://bucket/prefix`; a directory is all keys with
// the same beginning up to a slash. We use the store's own order, so any page can be read without those before it.
import type { ByteString } from "../../core/byte-string.ts";
import type { FileSystem } from "../../core/file-system.ts";
import { dropNulls, refuseUnknownOptions } from "../../core/options.ts";
import { Requests, toRequestWait, type S3ClientOptions } from "./s3-client.ts";
import { readStoreDetails } from "./s3-details.ts";
import { StoreError } from "./s3-errors.ts";
import { isStorePath, resolveStorePath, toLocation } from "./s3-location.ts";
import { isStoreDirectory, readStoreDirectory, readStoreKeys, type StoreReader } from "./s3-read-directory.ts";

/** Options of `s3`. The SDK finds everything else in its usual way: credentials, profiles, proxies. */
export interface S3Options extends S3ClientOptions {}

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
  const requests = new Requests(dropNulls(options));
  const reader: StoreReader = { requests, listings: new WeakMap() };
  return {
    order: "key",
    isObjectStore: true,
    isAbsolute: isStorePath,
    resolve: resolveStorePath,
    readDirectory: (root, path, read) => readStoreDirectory(reader, root, path, read),
    readKeys: (root, path, read) => readStoreKeys(requests, toLocation(root, path), read),
    readDetails: (root, path, names, wait) =>
      readStoreDetails(requests, toLocation(root, path), names, toRequestWait(wait)),
    async isDirectory(root: ByteString, path: ByteString, wait) {
      try {
        return await isStoreDirectory(requests, toLocation(root, path), toRequestWait(wait));
      } catch (error) {
        // No key can have a name that is not valid UTF-8.
        if (error instanceof StoreError && error.code === "EILSEQ") {
          return false;
        }
        throw error;
      }
    },
  };
}
