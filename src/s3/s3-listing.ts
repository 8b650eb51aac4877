// Lists the keys that begin with a prefix, in order, one request at a time. An answer must fit the request, or it is refused.
import { unescape } from "node:querystring";

import { byteKey, type Location } from "../core/entry.ts";
import type { ReadOptions } from "../core/file-system.ts";
import type { ListAnswer, StoreClient } from "./s3-client.ts";
import { notLikeS3, StoreError } from "./s3-errors.ts";
import { STORE_PATH } from "./s3-path.ts";

/** A bucket, and what the keys in a directory begin with: nothing in the bucket itself, otherwise it ends in `/`. */
export interface StoreDirectory {
  readonly bucket: string;
  readonly prefix: string;
}

export function toStoreDirectory(location: Location): StoreDirectory {
  const [, bucket, rest = ""] = (typeof location === "string" && STORE_PATH.exec(location)) || [];
  if (bucket === undefined) {
    throw new StoreError("EINVAL", "a path of an object store has the form s3://bucket/prefix");
  }
  return { bucket, prefix: rest === "" || rest.endsWith("/") ? rest : `${rest}/` };
}

/** A key without the prefix. With a delimiter, the name of a file, or that of a directory and a `/`. Empty if it is the prefix itself. */
export interface ListedKey {
  readonly key: string;
  readonly size?: number;
  readonly modifiedMs?: number;
}

export interface ListedPage {
  /** In order, each once. */
  readonly keys: readonly ListedKey[];
  /** Whether nothing comes after these. */
  readonly isLast: boolean;
}

/** The most keys that a store returns in one answer. */
const MAX_KEYS = 1000;

/** The last Unicode character. */
const LAST = "\u{10ffff}";

/**
 * The keys below a prefix. Each page is one request, and a reader that has enough stops between two pages. `limit` is how many keys the first
 * request asks for. `byDirectory`: keys with a slash after the prefix are listed only as their directories, and a directory's key as `after`
 * stands for everything in it. `after` need not exist.
 */
export async function* listPages(
  client: StoreClient,
  { bucket, prefix }: StoreDirectory,
  byDirectory: boolean,
  { after, limit = Infinity, signal, timeoutMs = Infinity }: ReadOptions,
): AsyncGenerator<ListedPage, void> {
  const deadline = performance.now() + timeoutMs;
  let last = after;
  let token: string | undefined;
  let maxKeys = Math.min(limit, MAX_KEYS);
  for (;;) {
    const start = token === undefined ? last : undefined;
    const answer = await client.list(
      {
        Bucket: bucket,
        Prefix: prefix,
        MaxKeys: maxKeys,
        ...(byDirectory && { Delimiter: "/" }),
        ...(start !== undefined && { StartAfter: `${prefix}${byDirectory ? afterAllIn(start) : start}` }),
        ...(token !== undefined && { ContinuationToken: token }),
      },
      { signal, timeoutMs: deadline - performance.now() },
    );
    if (answer.IsTruncated === undefined) {
      throw notLikeS3("what it sent is no list of keys; check the endpoint");
    }
    const isLast = !answer.IsTruncated;
    // A store without an order can be listed if one answer has everything.
    const isWhole = isLast && token === undefined && after === undefined;
    const listed = readAnswer(answer, prefix, byDirectory, isWhole);
    // An answer may begin with the directory that we asked the store to skip.
    const keys = listed[0] !== undefined && listed[0].key === last ? listed.slice(1) : listed;
    refuseDisorder(keys, last);
    last = keys.at(-1)?.key ?? last;
    yield { keys, isLast };
    if (isLast) {
      return;
    }
    const next = answer.NextContinuationToken;
    if (next === undefined || (keys.length === 0 && next === token)) {
      throw notLikeS3("it says that it has more keys, and does not give them");
    }
    token = next;
    maxKeys = MAX_KEYS;
  }
}

/** Where to start after a key. Not every store skips all of a directory if it starts after the directory's own key. */
function afterAllIn(key: string): string {
  return key.endsWith("/") ? `${key}${LAST}` : key;
}

/** The keys and directories of an answer, in one order. Each must be in order already, unless the answer `isWhole`. */
function readAnswer(answer: ListAnswer, prefix: string, byDirectory: boolean, isWhole: boolean): ListedKey[] {
  const { Contents = [], CommonPrefixes = [], EncodingType } = answer;
  const relative = (written = "") => {
    const key = EncodingType === "url" ? decodeKey(written) : written;
    if (!key.startsWith(prefix)) {
      throw notLikeS3("a key does not begin with what was asked for");
    }
    return key.slice(prefix.length);
  };
  const files = Contents.map(({ Key, Size, LastModified }): ListedKey => {
    const key = relative(Key);
    if (byDirectory && key.includes("/")) {
      throw notLikeS3("a key is in a directory below the one that was asked for");
    }
    const [size, modifiedMs] = [Size, LastModified?.getTime()].map(toCount);
    return { key, ...(size !== undefined && { size }), ...(modifiedMs !== undefined && { modifiedMs }) };
  });
  const directories = CommonPrefixes.map(({ Prefix }): ListedKey => {
    const key = relative(Prefix);
    // A name, which may be empty, and a slash.
    if (!byDirectory || key === "" || key.indexOf("/") !== key.length - 1) {
      throw notLikeS3("a common prefix is no directory in the one that was asked for");
    }
    return { key };
  });
  if (!isWhole) {
    refuseDisorder(files);
    refuseDisorder(directories);
  }
  return [...files, ...directories].sort((a, b) => (byteKey(a.key) < byteKey(b.key) ? -1 : 1));
}

/** A key as an answer writes it if it says that keys are encoded: some stores ignore our request for that. */
function decodeKey(written: string): string {
  return unescape(written.replaceAll("+", " "));
}

/** A size or time that can be shown. */
function toCount(value: number | undefined): number | undefined {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function refuseDisorder(keys: readonly ListedKey[], after?: string): void {
  let last = after === undefined ? undefined : byteKey(after);
  for (const { key } of keys) {
    const current = byteKey(key);
    if (last !== undefined && current <= last) {
      throw notLikeS3("its keys are not in order, so it can't be listed page by page", "ENOTSUP");
    }
    last = current;
  }
}
