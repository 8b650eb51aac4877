// Turns failures of a store or the network into errors with an errno-style code and a readable line. We never repeat the client's
// messages, because they can contain addresses with credentials in them.
import { StoreError } from "../core/problem.ts";

/** The parts of a client's error that we read. */
interface ClientError {
  readonly name?: unknown;
  readonly Code?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly Region?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
}

const KNOWN: ReadonlyMap<string, readonly [code: string, reason: string]> = new Map(
  Object.entries({
    AccessDenied: ["EACCES", "the store denies access to it with these credentials"],
    AllAccessDisabled: ["EACCES", "the store has disabled all access to it"],
    AccountProblem: ["EACCES", "there is a problem with the account at the store"],
    InvalidAccessKeyId: ["EACCES", "the store does not know the access key; check the credentials"],
    SignatureDoesNotMatch: ["EACCES", "the secret key does not belong to the access key; check the credentials"],
    ExpiredToken: ["EACCES", "the session token has expired; get a new one"],
    ExpiredTokenException: ["EACCES", "the session token has expired; get a new one"],
    InvalidToken: ["EACCES", "the store does not accept the session token; get a new one"],
    RequestTimeTooSkewed: ["EACCES", "the clock of this machine differs too much from the store's; set it"],
    CredentialsProviderError: [
      "EACCES",
      "no credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
    ],
    InvalidBucketName: ["ENOENT", "this can't be the name of a bucket"],
    NoSuchKey: ["ENOENT", "there is no such key"],
    NotFound: ["ENOENT", "there is no such key"],
    NotImplemented: ["ENOSYS", "the store can't list its keys in the way that is needed"],
    TimeoutError: ["ETIMEDOUT", "the store did not answer in time"],
  } as const),
);

const WRONG_REGION =
  /^(?:PermanentRedirect|TemporaryRedirect|Redirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/;

const THROTTLED =
  /^(?:SlowDown|ServiceUnavailable|TooManyRequests.*|Throttl.*|RequestLimitExceeded|BandwidthLimitExceeded)$/;

/** Error codes that are shown as they are. Any other text from a store may be a secret, or instructions for a model. */
const SHOWN_CODES =
  "BadRequest|Forbidden|InternalError|InvalidArgument|InvalidBucketState|InvalidObjectState|InvalidPayer|InvalidRequest|" +
  "InvalidSecurity|InvalidURI|MethodNotAllowed|MissingSecurityHeader|NotSignedUp|OperationAborted|QuotaExceeded|" +
  "RequestTimeout|UnauthorizedAccess|UserSuspended|XMinioServerNotInitialized";

/** Network error codes that are shown as they are. */
const ERRNO = /^E(?!RR_)[A-Z0-9]{2,20}$/;
const CERTIFICATE = /^[A-Z_]*(?:CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS)[A-Z_]*$/;

/** The regions of Amazon, and of stores whose regions have names of the same form. */
const REGION = /^[a-z]{2,4}(?:-(?:gov|iso[a-z]?|de))?-(?:central|north|south|(?:north|south)?(?:east|west))-\d{1,3}$/;

/** The error for a store whose answer does not fit the request. */
export function protocolError(what: string, code = "EPROTO"): StoreError {
  return new StoreError(code, `the store does not answer as S3 does: ${what}`);
}

/**
 * Turns a failed request into a failed read. An error that comes from neither the store nor the network is a defect, and is
 * returned as it is.
 */
export function toStoreError(error: unknown, bucket: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) {
    return error;
  }
  const client = error as ClientError;
  const name = String(client.Code ?? client.name);
  const status = client.$metadata?.httpStatusCode;
  const fail = (code: string, reason: string) => new StoreError(code, reason, error);
  if (name === "NoSuchBucket") {
    return fail("ENOENT", `the bucket ${JSON.stringify(bucket)} does not exist`);
  }
  if (WRONG_REGION.test(name) || status === 301 || status === 307) {
    const region = regionOf(client);
    const advice = region === undefined ? "set the region of the bucket" : `set the region ${region}`;
    return fail("EREMOTE", `the bucket ${JSON.stringify(bucket)} is in another region; ${advice} (AWS_REGION)`);
  }
  const known = KNOWN.get(name);
  if (known !== undefined) {
    return fail(...known);
  }
  if (THROTTLED.test(name) || status === 429) {
    return fail("EBUSY", "the store is throttling requests; try again later");
  }
  if (client.message === "Region is missing") {
    return fail("EINVAL", "no region is set; set AWS_REGION");
  }
  return status === undefined ? fromNetwork(error, client, fail) : fromStatus(status, name, fail);
}

function fromStatus(status: number, name: string, fail: (code: string, reason: string) => StoreError): StoreError {
  const shown = SHOWN_CODES.split("|").includes(name) ? `${status} ${name}` : `${status}, an unknown error`;
  if (status === 401 || status === 403) {
    return fail("EACCES", `the store denies access to it (${shown})`);
  }
  if (status === 404) {
    return fail("ENOENT", "the store has nothing there; check the endpoint and the bucket");
  }
  if (status >= 500) {
    return fail("EIO", `the store failed (${shown}); try again later`);
  }
  return status >= 400
    ? fail("EINVAL", `the store refused the request (${shown}); check the endpoint and the path`)
    : fail("EPROTO", protocolError("what it sent is no list of keys; check the endpoint").reason);
}

function fromNetwork(error: Error, client: ClientError, fail: (code: string, reason: string) => StoreError): unknown {
  const code = typeof client.code === "string" ? client.code : "";
  if (CERTIFICATE.test(code)) {
    return fail("EPROTO", `the certificate of the store is not trusted (${code})`);
  }
  if (code === "ETIMEDOUT" || code === "ESOCKETTIMEDOUT") {
    return fail("ETIMEDOUT", "the store did not answer in time");
  }
  if (code === "ENOTFOUND" || code.startsWith("EAI_")) {
    return fail("EHOSTUNREACH", "the name of the store's host can't be found; check the endpoint and the network");
  }
  if (code.startsWith("HPE_")) {
    return fail(
      "EPROTO",
      "the store does not answer as S3 does: it does not speak HTTP, or not as it should; check the endpoint",
    );
  }
  if (code === "ERR_INVALID_URL" || code === "ERR_INVALID_PROTOCOL") {
    return fail("EINVAL", "the endpoint of the store is no URL; check it, and AWS_ENDPOINT_URL");
  }
  if (ERRNO.test(code)) {
    // `ENOENT` would mean that the directory does not exist.
    const reported = code === "ENOENT" ? "EIO" : code;
    return fail(reported, `no connection to the store (${code}); check the endpoint and the network`);
  }
  // These, and Node's `ERR_...` codes, are defects. Every other error is the SDK refusing its input.
  const isDefect =
    code.startsWith("ERR_") ||
    [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
  return isDefect
    ? error
    : fail("EINVAL", "the store can't be asked for it (an unknown error); check the bucket and the endpoint");
}

function regionOf({ Region, $response, message }: ClientError): string | undefined {
  const candidates = [
    Region,
    $response?.headers?.["x-amz-bucket-region"],
    /expecting '([^']+)'/.exec(String(message))?.[1],
  ];
  return candidates.find((region): region is string => typeof region === "string" && REGION.test(region));
}
