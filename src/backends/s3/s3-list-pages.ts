// Lists the keys that begin with a prefix, in order, one request at a time.
import type { ByteString } from "../../core/byte-string.ts";
import type { ListAnswer, RequestWait, Requests } from "./s3-client.ts";
import { StoreError } from "./s3-errors.ts";
import { decodeKey } from "./s3-keys.ts";
import { behind, toRequestText, type Location } from "./s3-location.ts";

/** A key, or what the keys of a directory begin with, which ends in `/`. */
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

/** The fewest keys to ask for after the first answer: the store may have passed over those that were missing in it. */
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
    const start = last === undefined || token !== undefined ? undefined : startAfter(last, byDirectory);
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
    const { found, isInOrder } = readAnswer(answer, prefix);
    const fresh = last === undefined ? found : found.filter(({ key }) => key > (last as ByteString));
    // An answer may begin with the directory that was passed. If it is all there is, we can sort it.
    const isWhole = isLast && token === undefined && range.after === undefined;
    if (!isWhole && (!isInOrder || fresh.length < found.length - 1)) {
      throw new StoreError("ENOTSUP", "the store does not give its keys in order, so it can't be listed page by page");
    }
    if (!isLast && found.length === 0 && (answer.NextContinuationToken ?? token) === token) {
      throw new StoreError("EPROTO", "the store says that it has more keys and does not give them");
    }
    yield { found: fresh, isLast };
    if (isLast) {
      return;
    }
    last = fresh.at(-1)?.key ?? last;
    token = answer.NextContinuationToken;
    given += fresh.length;
    most = range.limit > given ? Math.min(Math.max(range.limit - given, FEW_KEYS), MOST_KEYS) : MOST_KEYS;
  }
}

/** Where to start so that nothing of a directory comes back: not every store skips it when given its own key. */
function startAfter(after: ByteString, byDirectory: boolean): ByteString {
  return byDirectory && after.endsWith("/") ? behind(after) : after;
}

function readAnswer(answer: ListAnswer, prefix: ByteString): { found: Found[]; isInOrder: boolean } {
  const { Contents = [], CommonPrefixes = [], EncodingType } = answer;
  const keys = Contents.map(({ Key = "", Size, LastModified }): Found => ({
    key: decodeKey(Key, EncodingType),
    isDirectory: false,
    ...(Size !== undefined && { size: Size }),
    ...(LastModified !== undefined && { modifiedMs: LastModified.getTime() }),
  }));
  const directories = CommonPrefixes.map(({ Prefix = "" }): Found => ({
    key: decodeKey(Prefix, EncodingType),
    isDirectory: true,
  }));
  const found = [...keys, ...directories];
  const isInOrder = isAscending(keys) && isAscending(directories);
  if (found.some(({ key }) => !key.startsWith(prefix))) {
    throw new StoreError("EPROTO", "the store gives keys that were not asked for");
  }
  return { found: found.sort((a, b) => (a.key < b.key ? -1 : 1)), isInOrder };
}

function isAscending(found: readonly Found[]): boolean {
  return found.every(({ key }, index) => index === 0 || (found[index - 1] as Found).key < key);
}
