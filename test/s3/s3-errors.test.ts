import { describe, expect, test } from "vitest";

import { StoreError } from "../../src/core/problem.ts";
import { toStoreError } from "../../src/s3/s3-errors.ts";
import { readErrorCode } from "../../src/core/problem.ts";

const SECRET = "wJalrXUtnFEMIK7MDENG";

/** An error as the SDK throws it, with a secret wherever a careless message could pick it up. */
function sdkError(properties: object): Error {
  const message = `see https://key:${SECRET}@host/?X-Amz-Signature=${SECRET}`;
  return Object.assign(new Error(message), { AWSAccessKeyId: SECRET, StringToSign: SECRET, ...properties });
}

function answered(status: number, name: string, more: object = {}): Error {
  return sdkError({ name, $metadata: { httpStatusCode: status }, ...more });
}

function mapped(error: Error): StoreError {
  const result = toStoreError(error, "bucket");
  if (!(result instanceof StoreError)) {
    expect.fail(`not mapped: ${String(result)}`);
  }
  return result;
}

describe("toStoreError", () => {
  test.each([
    ["a missing bucket", answered(404, "NoSuchBucket"), "ENOENT", /bucket "bucket" does not exist/],
    ["a refused key", answered(403, "AccessDenied"), "EACCES", /denies access/],
    ["an old token", answered(400, "ExpiredToken"), "EACCES", /expired/],
    ["another region", answered(301, "PermanentRedirect"), "EREMOTE", /another region; set the region of the bucket/],
    ["throttling", answered(503, "SlowDown"), "EBUSY", /throttling/],
    ["a request that is not understood", answered(400, "InvalidArgument"), "EINVAL", /400 InvalidArgument/],
    ["an answer of something else", answered(200, "Error"), "EPROTO", /does not answer as S3 does/],
    ["no credentials", sdkError({ name: "CredentialsProviderError" }), "EACCES", /no credentials were found/],
    ["nobody there", sdkError({ code: "ECONNREFUSED" }), "ECONNREFUSED", /no connection/],
    ["no such host", sdkError({ code: "ENOTFOUND" }), "EHOSTUNREACH", /host can't be found/],
    ["a certificate", sdkError({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" }), "EPROTO", /certificate/],
    ["a slow network", sdkError({ code: "ETIMEDOUT" }), "ETIMEDOUT", /in time/],
    ["no region", Object.assign(new Error("Region is missing")), "EINVAL", /AWS_REGION/],
  ])("gives %s words of its own, and no secret", (_, error, code, reason) => {
    const { code: given, reason: words, message } = mapped(error);
    expect(given).toBe(code);
    expect(readErrorCode(mapped(error))).toBe(code);
    expect(words).toMatch(reason);
    expect(`${words}${message}`).not.toMatch(/wJalr|https?:|\n/);
  });

  test("returns a defect as it is", () => {
    const defect = new TypeError("undefined is not a function");
    expect(toStoreError(defect, "bucket")).toBe(defect);
    const node = Object.assign(new TypeError("bad"), { code: "ERR_INVALID_ARG_TYPE" });
    expect(toStoreError(node, "bucket")).toBe(node);
  });
});
