// Turns failures of a store or the network into errors with an errno-style code and a readable line. We never repeat what the store or the
// client says: it can be an address with credentials in it, or instructions for a model.
import { StoreError } from "../core/problem.ts";

/** The parts of a client's error that we read. */
interface ClientError extends Error {
  readonly Code?: unknown;
  readonly code?: unknown;
  readonly Region?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
}

type Reason = readonly [code: string, reason: string];

/** What is wrong with the credentials, by the store's or the SDK's name for it. */
const CREDENTIAL_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["InvalidAccessKeyId", "the store does not know the access key; check the credentials"],
  ["SignatureDoesNotMatch", "the secret key does not belong to the access key; check the credentials"],
  ["ExpiredToken", "the session token has expired; get a new one"],
  ["InvalidToken", "the store does not accept the session token; get a new one"],
  ["RequestTimeTooSkewed", "this machine's clock differs too much from the store's; set it"],
  [
    "CredentialsProviderError",
    "no credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
  ],
]);

/** Not every error with status 503: the SDK also gives that status to errors in an answer with status 200. */
const THROTTLED = /^(?:SlowDown|ServiceUnavailable|TooManyRequests.*|Throttl.*|RequestLimitExceeded)$/;

/** Network error codes that are shown as they are. */
const ERRNO = /^E(?!RR_)[A-Z0-9]{2,20}$/;
const CERTIFICATE = /^[A-Z_]*(?:CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS)[A-Z_]*$/;

/** The endpoint is not a URL, or what answers there does not speak HTTP. */
const NO_HTTP = /^(?:ERR_INVALID_URL|HPE_[A-Z_]+)$/;

/** The regions of Amazon, and of stores whose regions have names of the same form. */
const REGION = /^[a-z]{2,4}(?:-(?:gov|iso[a-z]?|de))?-(?:central|north|south|(?:north|south)?(?:east|west))-\d{1,3}$/;

/** The error for a store whose answer does not fit the request. */
export function protocolError(what: string, code = "EPROTO"): StoreError {
  return new StoreError(code, `the store does not answer as S3 does: ${what}`);
}

/** The error for an answer that is not a page of keys. */
export function notKeyListing(): StoreError {
  return protocolError("the response is not a key listing; check the endpoint");
}

export function noAnswerInTime(): StoreError {
  return new StoreError("ETIMEDOUT", "the store did not answer in time");
}

/**
 * Turns a failed request into a failed read. An error that comes from neither the store nor the network is a defect, and is
 * returned as it is.
 */
export function toStoreError(error: unknown, bucket: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) {
    return error;
  }
  const { $metadata } = error as ClientError;
  const reason = fromSetup(error, bucket) ?? fromStatus($metadata?.httpStatusCode) ?? fromNetwork(error);
  return reason === undefined ? error : new StoreError(...reason, error);
}

/** What is wrong with the bucket, the region or the credentials. */
function fromSetup(error: ClientError, bucket: string): Reason | undefined {
  const name = String(error.Code ?? error.name);
  const status = error.$metadata?.httpStatusCode;
  const quoted = JSON.stringify(bucket);
  const credentials = CREDENTIAL_PROBLEMS.get(name);
  if (credentials !== undefined) {
    return ["EACCES", credentials];
  }
  if (name === "NoSuchBucket" || name === "InvalidBucketName") {
    return ["ENOENT", `the bucket ${quoted} does not exist`];
  }
  if (THROTTLED.test(name) || status === 429) {
    return ["EBUSY", "the store is throttling requests; try again later"];
  }
  if (status === 301 || status === 307 || name === "AuthorizationHeaderMalformed") {
    const region = regionOf(error);
    const advice = region === undefined ? "set the region of the bucket" : `set the region ${region}`;
    return ["EREMOTE", `the bucket ${quoted} is in another region; ${advice} (AWS_REGION)`];
  }
  return error.message === "Region is missing" ? ["EINVAL", "no region is set; set AWS_REGION"] : undefined;
}

function fromStatus(status: number | undefined): Reason | undefined {
  if (status === undefined) {
    return undefined;
  }
  if (status === 401 || status === 403) {
    return ["EACCES", `the store denied access (HTTP ${status})`];
  }
  if (status === 404) {
    return ["ENOENT", "the store has nothing there; check the endpoint and the bucket"];
  }
  if (status >= 500) {
    return ["EIO", `the store failed (HTTP ${status}); try again later`];
  }
  return status >= 400
    ? ["EINVAL", `the store refused the request (HTTP ${status}); check the endpoint and the path`]
    : ["EPROTO", notKeyListing().reason];
}

function fromNetwork(error: ClientError): Reason | undefined {
  const code = typeof error.code === "string" ? error.code : "";
  if (CERTIFICATE.test(code)) {
    return ["EPROTO", `the certificate of the store is not trusted (${code})`];
  }
  if (code === "ETIMEDOUT" || code === "ESOCKETTIMEDOUT" || error.name === "TimeoutError") {
    return ["ETIMEDOUT", noAnswerInTime().reason];
  }
  if (code === "ENOTFOUND" || code.startsWith("EAI_")) {
    return ["EHOSTUNREACH", "the store's host name can't be found; check the endpoint and the network"];
  }
  if (NO_HTTP.test(code)) {
    return ["EINVAL", "the store's endpoint is not the URL of an HTTP server; check it, and AWS_ENDPOINT_URL"];
  }
  if (ERRNO.test(code)) {
    // `ENOENT` would mean that the directory does not exist.
    return [
      code === "ENOENT" ? "EIO" : code,
      `no connection to the store (${code}); check the endpoint and the network`,
    ];
  }
  // These, and Node's `ERR_...` codes, are defects. Every other error is the SDK refusing its input.
  const isDefect =
    code.startsWith("ERR_") ||
    [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
  return isDefect
    ? undefined
    : ["EINVAL", "the request could not be sent (unknown error); check the bucket and the endpoint"];
}

function regionOf({ Region, $response, message }: ClientError): string | undefined {
  const candidates = [Region, $response?.headers?.["x-amz-bucket-region"], /expecting '([^']+)'/.exec(message)?.[1]];
  return candidates.find((region): region is string => typeof region === "string" && REGION.test(region));
}
