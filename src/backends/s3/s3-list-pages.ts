// Lists the keys that begin with a prefix, in order, one request at a time.
import { toByteString, type ByteString } from "../../core/byte-string.ts";
import type { RequestWait, Requests } from "./s3-client.ts";
import type { FoundObject, ListAnswer } from "./s3-listing-parser.ts";
import { notLikeS3, type StoreError } from "./s3-errors.ts";
import { toRequestText, toStart, type Location } from "./s3-location.ts";

/** A key, or the common prefix of a directory's keys, which ends in `/`. */
export interface Found {
  readonly key: ByteString;
  readonly isDirectory: boolean;
  readonly size?: number;
  readonly modifiedMs?: number;
}

export interface FoundPage {
  /** In order, each once. */
  readonly found: readonly Found[];
  /** Whether nothing comes after these. */
  readonly isLast: boolean;
}

export interface KeyRange extends Location {
  /** Only what comes after this key, which need not exist. With `byDirectory`, a directory's key stands for everything in it. */
  readonly after?: ByteString | undefined;
  /** Whether keys with a slash after the prefix are reported only as their directories. */
  readonly byDirectory: boolean;
  /** How many are wanted at first. */
  readonly limit: number;
}

/** The most keys that a store returns in one answer. */
const MOST_KEYS = 1000;

/** The longest key that S3 has, in bytes. */
const LONGEST_KEY = 1024;

/** The fewest keys to ask for after the first answer: asking only for the few that are missing could take many requests. */
const FEW_KEYS = 100;

/** The keys of a range. Each page is one request, and a reader that has enough stops between two pages. */
export async function* listPages(
  requests: Requests,
  range: KeyRange,
  wait: RequestWait,
): AsyncGenerator<FoundPage, void> {
  const { bucket, prefix, byDirectory } = range;
  let last = range.after;
  let token: string | undefined;
  let most = Math.min(range.limit, MOST_KEYS);
  let given = 0;
  for (;;) {
    const start = last === undefined || token !== undefined ? undefined : byDirectory ? toStart(last) : last;
    const answer = await requests.list(
      {
        Bucket: bucket,
        Prefix: toRequestText(prefix),
        MaxKeys: most,
        ...(byDirectory && { Delimiter: "/" }),
        ...(start !== undefined && { StartAfter: toRequestText(start) }),
        ...(token !== undefined && { ContinuationToken: token }),
      },
      wait,
    );
    // A short answer is not the end: a store may cut one off anywhere.
    const isLast = answer.IsTruncated !== true;
    const isWhole = isLast && token === undefined && range.after === undefined;
    let fresh = 0;
    for (const { found, isLast: isRest } of readAnswer(answer, range, isWhole)) {
      // An answer may begin with the directory that we asked the store to skip.
      const own = found[0]?.key === last ? found.slice(1) : found;
      if (last !== undefined && own.length > 0 && (own[0] as Found).key < last) {
        throw outOfOrder();
      }
      last = own.at(-1)?.key ?? last;
      fresh += own.length;
      yield { found: own, isLast: isLast && isRest };
    }
    if (isLast) {
      return;
    }
    if (fresh === 0 && (answer.NextContinuationToken ?? token) === token) {
      throw notLikeS3("it says that it has more keys, and does not give them");
    }
    token = answer.NextContinuationToken;
    given += fresh;
    most = range.limit > given ? Math.min(Math.max(range.limit - given, FEW_KEYS), MOST_KEYS) : MOST_KEYS;
  }
}

/**
 * The keys and directories of an answer, in order, a thousand at a time, because a store may return more than we asked for. Throws a
 * `StoreError` if they do not fit the request. An answer that contains everything (`isWhole`) may be in any order, up to a thousand.
 */
function* readAnswer(answer: ListAnswer, range: KeyRange, isWhole: boolean): Generator<FoundPage, void> {
  const { Contents = [], CommonPrefixes = [], EncodingType } = answer;
  const keyAt = (index: number) => readKey(Contents[index], range, EncodingType);
  const directoryAt = (index: number) => readPrefix(CommonPrefixes[index], range, EncodingType);
  const count = Contents.length + CommonPrefixes.length;
  if (isWhole && count <= MOST_KEYS) {
    const all = [...Contents.keys()].map(keyAt).concat([...CommonPrefixes.keys()].map(directoryAt)) as Found[];
    const found = all.sort((one, other) => (one.key < other.key ? -1 : 1));
    refuseDisorder(found, undefined);
    yield { found, isLast: true };
    return;
  }
  let [keys, directories] = [0, 0];
  let [key, directory] = [keyAt(0), directoryAt(0)];
  let last: ByteString | undefined;
  do {
    const found: Found[] = [];
    while (found.length < MOST_KEYS && (key !== undefined || directory !== undefined)) {
      if (key !== undefined && (directory === undefined || key.key < directory.key)) {
        found.push(key);
        key = keyAt((keys += 1));
      } else {
        found.push(directory as Found);
        directory = directoryAt((directories += 1));
      }
    }
    refuseDisorder(found, last);
    last = found.at(-1)?.key;
    yield { found, isLast: keys + directories === count };
  } while (keys + directories < count);
}

function readKey(object: FoundObject | undefined, range: KeyRange, encoding: string | undefined): Found | undefined {
  if (object === undefined) {
    return undefined;
  }
  const { Key = "", Size: size, LastModified } = object;
  const key = toAskedKey(Key, range, encoding);
  if (range.byDirectory && key.includes("/", range.prefix.length)) {
    throw notLikeS3("a key is in a directory below the one that was asked for");
  }
  if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0)) {
    throw notLikeS3("the size of an object is no number of bytes");
  }
  const modifiedMs = LastModified?.getTime();
  if (Number.isNaN(modifiedMs)) {
    throw notLikeS3("the time of an object is none");
  }
  return {
    key,
    isDirectory: false,
    ...(size !== undefined && { size }),
    ...(modifiedMs !== undefined && { modifiedMs }),
  };
}

function readPrefix(
  found: { readonly Prefix?: string } | undefined,
  range: KeyRange,
  encoding: string | undefined,
): Found | undefined {
  if (found === undefined) {
    return undefined;
  }
  const key = toAskedKey(found.Prefix ?? "", range, encoding);
  // After the prefix come a name, which may be empty, and a slash.
  if (!range.byDirectory || key.indexOf("/", range.prefix.length) !== key.length - 1) {
    throw notLikeS3("a common prefix is no directory in the one that was asked for");
  }
  return { key, isDirectory: true };
}

/** The bytes of a key. Throws if it is empty, does not begin with the prefix, or is too long. */
function toAskedKey(written: string, { prefix }: KeyRange, encoding: string | undefined): ByteString {
  const key = decodeKey(written, encoding);
  if (key === "" || !key.startsWith(prefix)) {
    throw notLikeS3("a key does not begin with what was asked for");
  }
  if (key.length > LONGEST_KEY) {
    throw notLikeS3("a key is longer than 1,024 bytes");
  }
  return key;
}

/** The bytes of a key as an answer writes it. We decode it only if the answer says that it is encoded: some stores ignore our request for that. */
export function decodeKey(written: string, encoding: string | undefined): ByteString {
  if (encoding !== "url" || !/[%+]/.test(written)) {
    return toByteString(written);
  }
  return toByteString(written.replaceAll("+", " ")).replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  ) as ByteString;
}

function refuseDisorder(found: readonly Found[], before: ByteString | undefined): void {
  let last = before;
  for (const { key } of found) {
    if (last !== undefined && key <= last) {
      throw outOfOrder();
    }
    last = key;
  }
}

function outOfOrder(): StoreError {
  return notLikeS3("its keys are not in order, so it can't be listed page by page", "ENOTSUP");
}
