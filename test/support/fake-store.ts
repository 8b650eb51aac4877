// A bucket in the test's own process that answers as the S3 documentation says. It only tests the paging logic; e2e/stores
// tests against real stores.
import { byteKey } from "../../src/core/entry.ts";
import type { ListInput, S3Sender } from "../../src/s3/s3-client.ts";

export interface FakeStoreOptions {
  /** The most items in one answer. */
  readonly pageSize?: number;
  /** Whether a directory comes back although the start is inside it, as with OpenStack Swift. */
  readonly repeatsDirectories?: boolean;
  /** Whether an answer without keys comes before each that has some. */
  readonly hasEmptyPages?: boolean;
  /** Whether keys are sent unencoded, ignoring the requested encoding. */
  readonly ignoresEncoding?: boolean;
  /** When an object was last modified. */
  readonly modified?: (key: string) => Date;
  /** Called before each answer; may throw or wait. */
  readonly before?: (input: FakeInput, signal: AbortSignal | undefined) => Promise<void> | void;
}

export interface FakeInput extends ListInput {
  readonly EncodingType?: string;
}

export interface FakeStore {
  readonly client: S3Sender;
  /** The requests so far. */
  readonly asked: FakeInput[];
  readonly keys: Set<string>;
}

/** A store with one bucket, which answers to any name. */
export function fakeStore(keys: Iterable<string>, options: FakeStoreOptions = {}): FakeStore {
  // Sorted again only when others are in the bucket: a request costs less than a sort.
  let sorted: readonly SortedKey[] = [];
  const store: FakeStore = {
    asked: [],
    keys: new Set(keys),
    client: {
      async send(command: never, sending?: { readonly abortSignal?: AbortSignal }) {
        const { input } = command as unknown as { input: FakeInput };
        store.asked.push(input);
        await options.before?.(input, sending?.abortSignal);
        if (sorted.length !== store.keys.size || !sorted.every(({ key }) => store.keys.has(key))) {
          sorted = inByteOrder(store.keys);
        }
        const { ContinuationToken: token = "", ...request } = input;
        if (options.hasEmptyPages === true && !token.startsWith("!")) {
          const next = token || Buffer.from(input.StartAfter ?? "").toString("base64");
          return { IsTruncated: true, NextContinuationToken: `!${next}` };
        }
        const start = token.replace("!", "");
        return answer(sorted, start === "" ? request : { ...request, ContinuationToken: start }, options);
      },
    },
  };
  return store;
}

interface SortedKey {
  readonly key: string;
  readonly order: string;
}

function answer(keys: readonly SortedKey[], input: FakeInput, options: FakeStoreOptions): object {
  const { Prefix, Delimiter, StartAfter = "", ContinuationToken, MaxKeys } = input;
  const most = Math.min(MaxKeys, options.pageSize ?? 1000, 1000);
  const start = byteKey(
    ContinuationToken === undefined ? StartAfter : Buffer.from(ContinuationToken, "base64").toString(),
  );
  const items = new Map<string, boolean>();
  for (const { key, order } of keys) {
    // One more tells that there are more.
    if (items.size > most) {
      break;
    }
    if (!key.startsWith(Prefix)) {
      continue;
    }
    const slash = Delimiter === undefined ? -1 : key.indexOf(Delimiter, Prefix.length);
    const item = slash === -1 ? key : key.slice(0, slash + 1);
    const isRepeated = options.repeatsDirectories === true && ContinuationToken === undefined;
    const place = isRepeated || item === key ? order : byteKey(item);
    if (place > start) {
      items.set(item, slash !== -1);
    }
  }
  const all = [...items];
  const some = all.slice(0, most);
  const encode = (text: string) =>
    options.ignoresEncoding === true ? text : encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2F", "/");
  return {
    Contents: some
      .filter(([, isPrefix]) => !isPrefix)
      .map(([key]) => ({
        Key: encode(key),
        Size: key.length,
        ...(options.modified !== undefined && { LastModified: options.modified(key) }),
      })),
    CommonPrefixes: some.filter(([, isPrefix]) => isPrefix).map(([key]) => ({ Prefix: encode(key) })),
    IsTruncated: all.length > some.length,
    ...(all.length > some.length && { NextContinuationToken: Buffer.from(some.at(-1)?.[0] ?? "").toString("base64") }),
    ...(options.ignoresEncoding !== true && { EncodingType: input.EncodingType }),
  };
}

function inByteOrder(keys: Iterable<string>): SortedKey[] {
  return Array.from(keys, (key) => ({ key, order: byteKey(key) })).sort((a, b) => (a.order < b.order ? -1 : 1));
}
