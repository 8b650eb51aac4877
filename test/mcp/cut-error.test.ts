// Errors of the protocol are short, however much they repeat of what was sent.
import { expect, test } from "vitest";

import { cutError } from "../../src/mcp/cut-error.ts";

function answer(message: string, data?: unknown) {
  return { jsonrpc: "2.0", id: 1, error: { code: -32_602, message, ...(data !== undefined && { data }) } } as const;
}

test("an error of usual length is left as it is, its data included", () => {
  for (const error of [answer("x".repeat(500)), answer("short", { supported: ["2025-11-25"] }), answer("", 0)]) {
    expect(cutError(error)).toEqual(error);
  }
});

test("of a long message the beginning and the end are kept, and its length is told", () => {
  const message = `Tool ${"x".repeat(9000)} not found`;
  const cut = `Tool ${"x".repeat(195)}… (9015 characters) …${"x".repeat(40)} not found`;
  expect(cutError(answer(message, "why"))).toEqual(answer(cut, "why"));
});

test("long data are left out, however they are long", () => {
  for (const data of ["x".repeat(500), ["\0".repeat(100)], { name: "x".repeat(500) }]) {
    expect(cutError(answer("short", data))).toEqual(answer("short"));
  }
});

test("what is no error is the same object", () => {
  const result = { jsonrpc: "2.0", id: 1, result: { text: "x".repeat(9000) } } as const;
  expect(cutError(result)).toBe(result);
});
