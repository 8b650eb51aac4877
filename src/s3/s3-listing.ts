// Lists the keys that begin with a prefix, in order, one request at a time. Answers that do not match the request are refused.
import { unescape } from "node:querystring";

import { byteKey, sortedByBytes, type Location } from "../core/entry.ts";
import type { ReadDirectoryOptions } from "../core/file-system.ts";
import { StoreError } from "../core/problem.ts";
import type { ListAnswer, ListInput, StoreClient } from "./s3-client.ts";
import { notKeyListing, protocolError } from "./s3-errors.ts";
import { STORE_PATH } from "./s3-path.ts";

/** A bucket, and the common prefix of the keys in a directory: empty for the bucket itself, otherwise ending in `/`. */
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

/** A key without the prefix; empty if the key is the prefix. When listing by directory, a file's name, or a directory's name and a `/`. */
interface ListedKey {
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
 * The keys below a prefix. Each page is one request, and the caller can stop between two pages. `limit` is how many keys the first request
 * asks for. `after` need not exist. `byDirectory`: keys with a slash after the prefix are grouped by directory, and a directory as `after`
 * skips everything in it.
 */
export async function* listPages(
  client: StoreClient,
  { bucket, prefix }: StoreDirectory,
  byDirectory: boolean,
  { after, limit = Infinity, ...wait }: ReadDirectoryOptions,
): AsyncGenerator<ListedPage, void> {
  let last = after;
  let token: string | undefined;
  let maxKeys = Math.min(limit, MAX_KEYS);
  for (;;) {
    const start = token === undefined ? last : undefined;
    const input: ListInput = {
      Bucket: bucket,
      Prefix: prefix,
      MaxKeys: maxKeys,
      ...(byDirectory && { Delimiter: "/" }),
      ...(start !== undefined && { StartAfter: `${prefix}${byDirectory ? pastContents(start) : start}` }),
      ...(token !== undefined && { ContinuationToken: token }),
    };
    const answer = await client.list(input, wait);
    if (answer.IsTruncated === undefined) {
      throw notKeyListing();
    }
    const isLast = !answer.IsTruncated;
    if (isLast && (answer.NextContinuationToken ?? "") !== "") {
      throw protocolError("it reported no more keys, and where they go on");
    }
    // A store that does not sort its keys can still be listed if one answer has all of them.
    const isWhole = isLast && token === undefined && after === undefined;
    const listed = readAnswer(answer, input, isWhole);
    // Some stores include the directory that we asked them to skip.
    const keys = listed[0] !== undefined && listed[0].key === last ? listed.slice(1) : listed;
    checkOrder(keys, last);
    last = keys.at(-1)?.key ?? last;
    yield { keys, isLast };
    if (isLast) {
      return;
    }
    const next = answer.NextContinuationToken;
    if (next === undefined || (keys.length === 0 && next === token)) {
      throw protocolError("it reported more keys but returned none");
    }
    token = next;
    maxKeys = MAX_KEYS;
  }
}

/** For a directory, a key after everything in it: not every store skips the contents if it starts after the directory itself. */
function pastContents(key: string): string {
  return key.endsWith("/") ? `${key}${LAST}` : key;
}

/** The keys and directories of an answer, merged in order. Each of the two lists must be sorted already, unless the answer `isWhole`. */
function readAnswer(answer: ListAnswer, input: ListInput, isWhole: boolean): ListedKey[] {
  const { Contents = [], CommonPrefixes = [], EncodingType } = answer;
  const { Prefix: prefix, MaxKeys, Delimiter } = input;
  const byDirectory = Delimiter !== undefined;
  if (Contents.length + CommonPrefixes.length > MaxKeys) {
    throw protocolError("it returned more keys than requested");
  }
  const relative = (written = "") => {
    const key = EncodingType === "url" ? decodeKey(written) : written;
    if (!key.startsWith(prefix)) {
      throw protocolError("a key does not begin with the requested prefix");
    }
    return key.slice(prefix.length);
  };
  const files = Contents.map(({ Key, Size, LastModified }): ListedKey => {
    const key = relative(Key);
    if (byDirectory && key.includes("/")) {
      throw protocolError("a key is not directly inside the requested directory");
    }
    const [size, modifiedMs] = [Size, LastModified?.getTime()].map(toCount);
    return { key, ...(size !== undefined && { size }), ...(modifiedMs !== undefined && { modifiedMs }) };
  });
  const directories = CommonPrefixes.map(({ Prefix }): ListedKey => {
    const key = relative(Prefix);
    // A name, which may be empty, and a slash.
    if (!byDirectory || key === "" || key.indexOf("/") !== key.length - 1) {
      throw protocolError("a common prefix is not directly inside the requested directory");
    }
    return { key };
  });
  if (!isWhole) {
    checkOrder(files);
    checkOrder(directories);
  }
  return sortedByBytes([...files, ...directories], ({ key }) => key);
}

/** Decodes a key. Only for answers that say that their keys are encoded: some stores ignore our request for it. */
function decodeKey(written: string): string {
  return unescape(written.replaceAll("+", " "));
}

/** A valid size or time, otherwise undefined. */
function toCount(value: number | undefined): number | undefined {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function checkOrder(keys: readonly ListedKey[], after?: string): void {
  let last = after === undefined ? undefined : byteKey(after);
  for (const { key } of keys) {
    const current = byteKey(key);
    if (last !== undefined && current <= last) {
      throw protocolError("its keys are not in order, so it can't be listed page by page", "ENOTSUP");
    }
    last = current;
  }
}
