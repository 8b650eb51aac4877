// Reads the body of a store's answer, up to the longest that a listing can be, and lets other work go on between its parts.
import { setImmediate } from "node:timers/promises";

import { notLikeS3 } from "./s3-errors.ts";
import { ListingParser, type ListAnswer } from "./s3-listing-parser.ts";

/** An answer as the SDK's handlers return it. The body is a stream, or all of the text or bytes at once. */
export interface StoreResponse {
  readonly statusCode: number;
  body?: unknown;
}

/** A thousand keys of 1,024 bytes take 4 MB, with every byte encoded. */
const MOST_BYTES = 16 * 1024 * 1024;

/** An error takes a few hundred bytes. */
const MOST_ERROR_BYTES = 64 * 1024;

/** How many bytes to parse in one go: about a millisecond. */
const STRIDE = 16 * 1024;

/** What the SDK reads instead of a listing that we have read ourselves. */
const READ = new TextEncoder().encode("<ListBucketResult/>");

/**
 * Reads the body of an answer. Returns the listing in it, or undefined if the answer is an error, which the SDK parses. In both cases
 * it gives `response` a short body for the SDK to read. Throws a `StoreError` if the answer is neither.
 */
export async function readBody(response: StoreResponse, signal: AbortSignal): Promise<ListAnswer | undefined> {
  const parts = readParts(response.body, signal);
  if (response.statusCode >= 300) {
    response.body = await readError(parts);
    return undefined;
  }
  const parser = new ListingParser();
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > MOST_BYTES) {
      throw notLikeS3("its answer is longer than 16 MB");
    }
    parser.take(decoder.decode(part, { stream: true }));
    await setImmediate();
  }
  parser.take(decoder.decode());
  response.body = READ;
  return parser.finish();
}

/** The body of an error; nothing if it is too long to be one. */
async function readError(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const taken: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > MOST_ERROR_BYTES) {
      return new Uint8Array();
    }
    taken.push(part);
  }
  return Buffer.concat(taken);
}

/** The body in parts that are short enough to be parsed in one go. The stream ends if the reader stops early or the signal aborts. */
async function* readParts(body: unknown, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const stream = isStream(body) ? body : [body ?? ""];
  const stop = () => void (body as { destroy?: () => void }).destroy?.();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const part of stream) {
      signal.throwIfAborted();
      const bytes = typeof part === "string" ? Buffer.from(part) : (part as Uint8Array);
      for (let start = 0; start < bytes.length; start += STRIDE) {
        yield bytes.subarray(start, start + STRIDE);
      }
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}
