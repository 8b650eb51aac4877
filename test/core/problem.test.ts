import { describe, expect, test } from "vitest";

import { readErrorCode, toProblem } from "../../src/core/problem.ts";

function failure(code: unknown): Error {
  return Object.assign(new Error("failed"), { code });
}

describe("toProblem", () => {
  test.each([
    ["EACCES", "permission denied"],
    ["EPERM", "permission denied"],
    ["ENOENT", "no longer exists"],
    ["ETIMEDOUT", "timed out"],
    ["EIO", "unreadable: EIO"],
    ["E2BIG", "unreadable: E2BIG"],
    // What Node reports for an errno that it has no name for, such as a stale NFS file handle.
    ["Unknown system error -116", "unreadable: UNKNOWN116"],
    ["UNKNOWN", "unreadable: UNKNOWN"],
  ])("%s is %s", (code, problem) => {
    expect(toProblem(failure(code))).toBe(problem);
  });

  test.each([failure("ERR_INVALID_ARG_TYPE"), failure(13), new TypeError("defect"), "text"])(
    "rethrows %s: it is not a failed read",
    (error) => {
      expect(() => toProblem(error)).toThrow(error as Error);
      expect(readErrorCode(error)).toBeUndefined();
    },
  );
});
