// Sends requests to an object store through the AWS SDK. The first request loads the SDK, because most users never need it.
import type { ReadOptions } from "../core/file-system.ts";
import { StoreError } from "../core/problem.ts";
import { withinTime } from "../core/within-time.ts";
import { noAnswerInTime, toStoreError } from "./s3-errors.ts";

/** A client of the AWS SDK (`S3Client`), or anything that works like one. */
export interface S3Sender {
  send(command: never, options?: { readonly abortSignal?: AbortSignal }): Promise<unknown>;
}

/** Options of `s3`. The SDK finds everything else in its usual way: credentials, profiles, proxies. */
export interface S3Options {
  /**
   * Where the store is, for stores other than Amazon's: `http://127.0.0.1:8000`.
   * @default the SDK's: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, the profile, else Amazon's
   */
  readonly endpoint?: string | undefined;
  /**
   * The region of the buckets.
   * @default the SDK's: AWS_REGION, the profile; `us-east-1` if an endpoint is set and no region is
   */
  readonly region?: string | undefined;
  /**
   * Whether the bucket is in the path (`host/bucket`) and not in the host name (`bucket.host`).
   * @default true if an endpoint is set, here or in the environment, else false
   */
  readonly forcePathStyle?: boolean | undefined;
  /**
   * How often the SDK tries a request that was throttled or failed at the store, including the first time.
   * @default the SDK's: AWS_MAX_ATTEMPTS, the profile, else 3
   */
  readonly maxAttempts?: number | undefined;
  /**
   * A ready-made client. The options above are ignored then.
   * @default none: we create one, with credentials found the SDK's usual way
   */
  readonly client?: S3Sender | undefined;
}

/** What a listing asks for, with the SDK's field names. */
export interface ListInput {
  readonly Bucket: string;
  readonly Prefix: string;
  readonly Delimiter?: string;
  readonly StartAfter?: string;
  readonly ContinuationToken?: string;
  readonly MaxKeys: number;
}

/** The fields of the answer that we use. */
export interface ListAnswer {
  readonly Contents?: readonly { readonly Key?: string; readonly Size?: number; readonly LastModified?: Date }[];
  readonly CommonPrefixes?: readonly { readonly Prefix?: string }[];
  readonly EncodingType?: string;
  readonly IsTruncated?: boolean;
  readonly NextContinuationToken?: string;
}

/** The part of the SDK that we use. */
interface Sdk {
  readonly S3Client: new (settings: object) => S3Sender;
  readonly ListObjectsV2Command: new (input: object) => Command;
}

interface Command {
  readonly middlewareStack: {
    add(middleware: (next: Step) => Step, place: { readonly step: "deserialize"; readonly priority: "low" }): void;
  };
}

/** Sends a request and returns the answer before it is parsed. */
type Step = (request: unknown) => Promise<{ readonly response: { body?: AsyncIterable<Uint8Array> | Uint8Array } }>;

/** How XML may also write `true`, which the SDK takes for `false`. */
const TRUNCATED = /<IsTruncated>\s*1\s*<\/IsTruncated>/;

/** Has the SDK see `true` in an answer that is written in the other way. */
function readTruncated(next: Step): Step {
  return async (request) => {
    const result = await next(request);
    const { response } = result;
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk as Uint8Array);
    }
    const text = Buffer.concat(chunks).toString("latin1");
    response.body = Buffer.from(text.replace(TRUNCATED, "<IsTruncated>true</IsTruncated>"), "latin1");
    return result;
  };
}

/** How early a timer may fire. A request that ends with the call must not end before it, or it would count as a failure of the store. */
const EARLY_MS = 20;

export class StoreClient {
  readonly #options: S3Options;
  #sdk: Promise<Sdk> | undefined;
  #client: S3Sender | undefined;

  constructor(options: S3Options) {
    this.#options = options;
  }

  /** One page of a listing. Throws a `StoreError`, or the signal's reason. */
  async list(
    input: ListInput,
    { signal: caller, timeoutMs = Infinity, remainingMs }: ReadOptions,
  ): Promise<ListAnswer> {
    caller?.throwIfAborted();
    const wait = { signal: caller, timeoutMs: Math.min(timeoutMs, (remainingMs?.() ?? Infinity) + EARLY_MS) };
    return withinTime(wait, noAnswerInTime, (signal) => {
      // The SDK ignores the signal while it waits between two attempts, so we race it.
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
      const answered = this.#send(input, signal).catch((error: unknown) => {
        throw toStoreError(error, input.Bucket);
      });
      return Promise.race([stopped, answered]);
    });
  }

  async #send(input: ListInput, abortSignal: AbortSignal): Promise<ListAnswer> {
    this.#sdk ??= loadSdk();
    const sdk = await this.#sdk;
    // Without this encoding the store can't send every key: XML can't contain control characters.
    const command = new sdk.ListObjectsV2Command({ ...input, EncodingType: "url" });
    command.middlewareStack.add(readTruncated, { step: "deserialize", priority: "low" });
    const send = (client: S3Sender) => client.send(command as never, { abortSignal }) as Promise<ListAnswer>;
    this.#client ??= this.#options.client ?? new sdk.S3Client(this.#settings());
    try {
      return await send(this.#client);
    } catch (error) {
      // Most stores other than Amazon's have no regions, but a request must name one.
      const isRegionMissing = error instanceof Error && error.message === "Region is missing";
      if (!isRegionMissing || this.#options.client !== undefined || !this.#hasCustomEndpoint()) {
        throw error;
      }
      this.#client = new sdk.S3Client({ ...this.#settings(), region: "us-east-1" });
      return send(this.#client);
    }
  }

  #settings(): object {
    const isCustom = this.#hasCustomEndpoint();
    return {
      ...this.#options,
      forcePathStyle: this.#options.forcePathStyle ?? isCustom,
      // For bucket names like those of Amazon's directory buckets the SDK would start a session, which other stores do not support.
      ...(isCustom && { disableS3ExpressSessionAuth: true }),
      // Some stores other than Amazon's do not support the newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    };
  }

  #hasCustomEndpoint(): boolean {
    const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
    return (this.#options.endpoint ?? AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL) !== undefined;
  }
}

async function loadSdk(): Promise<Sdk> {
  try {
    return (await import("@aws-sdk/client-s3")) as unknown as Sdk;
  } catch (error) {
    throw new StoreError("ENOPKG", "install @aws-sdk/client-s3 to list s3:// paths", error);
  }
}
