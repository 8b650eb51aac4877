// What can be read from a store: a directory, keys, details, and whether a name is a directory.
import type { FileSystem, ReadOptions } from "../../core/file-system.ts";
import { Requests, type RequestWait, type S3ClientOptions } from "./s3-client.ts";
import { readStoreDetails } from "./s3-details.ts";
import { StoreError } from "./s3-errors.ts";
import { toLocation } from "./s3-location.ts";
import { isStoreDirectory, readStoreDirectory, readStoreKeys, type StoreReader } from "./s3-read-directory.ts";

/** The part of the port that sends requests. */
export type StoreReads = Required<Pick<FileSystem, "readDirectory" | "readKeys" | "readDetails" | "isDirectory">>;

export function storeReads(options: S3ClientOptions): StoreReads {
  const requests = new Requests(options);
  const reader: StoreReader = { requests, listings: new WeakMap() };
  return {
    readDirectory: (root, path, read) => readStoreDirectory(reader, root, path, read),
    readKeys: (root, path, read) => readStoreKeys(requests, toLocation(root, path), read),
    readDetails: (root, path, names, wait) =>
      readStoreDetails(requests, toLocation(root, path), names, toRequestWait(wait)),
    async isDirectory(root, path, wait) {
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

function toRequestWait({ signal, timeoutMs = Infinity }: Pick<ReadOptions, "signal" | "timeoutMs">): RequestWait {
  return { signal, deadline: performance.now() + timeoutMs };
}
