// Why a listing failed, as a model is told: what it can act on, on one line, and what is a defect of ours as one.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { pathForErrors, toFailure } from "../../src/opening/failure.ts";
import { checkPath } from "../../src/opening/place.ts";
import { AccessError } from "../../src/access/access-policy.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { callTool } from "../support/call-tool.ts";

function failure(error: unknown, signal?: AbortSignal) {
  const { kind, message, cause } = toFailure(error, "/a\nb", signal);
  return { kind, message, cause };
}

function coded(code: string, more: object = {}): Error {
  return Object.assign(new Error(`${code}: of Node's own words`), { code, ...more });
}

const TOLD = "failed to read directory: ";

describe("a failure", () => {
  test.each([
    ["ENOENT", `/"a\\nb" does not exist; check the spelling`],
    ["ENOTDIR", `/"a\\nb" is not a directory; list the directory that holds it instead`],
    ["EACCES", `permission denied for /"a\\nb"; list another directory`],
    ["EPERM", `permission denied for /"a\\nb"; list another directory`],
    ["ELOOP", `/"a\\nb" leads through a loop of symbolic links; list another directory`],
    ["ENAMETOOLONG", `the path /"a\\nb" is too long for this file system; check it`],
    ["ETIMEDOUT", `/"a\\nb" did not answer in time; try again later, or list another directory`],
    ["EIO", `/"a\\nb" can't be read (EIO); try again, or list another directory`],
  ])("with %s is explained in our own words", (code, words) => {
    const error = coded(code);
    expect(failure(error)).toEqual({ kind: "respond_to_model", message: TOLD + words, cause: error });
  });

  test("of a store keeps the store's words, which say more than a code", () => {
    const error = coded("EACCES", { reason: "the bucket is in another region" });
    expect(failure(error).message).toBe(`${TOLD}/"a\\nb": the bucket is in another region`);
    expect(failure(coded("EIO", { reason: 5 })).message).toContain("can't be read (EIO)");
  });

  test("of the access policy keeps the policy's words", () => {
    expect(failure(new AccessError("access denied: x"))).toMatchObject({
      kind: "respond_to_model",
      message: "access denied: x",
    });
  });

  test("without a code is a defect of ours", () => {
    for (const error of [new TypeError("x is undefined"), "text", undefined]) {
      expect(failure(error)).toMatchObject({ kind: "fatal", cause: error });
    }
  });
});

describe("programs are told that a call can't be right", () => {
  test.each([
    ["the arguments are not JSON", "{", undefined],
    ["the arguments are not an object", "[]", undefined],
    ["a field is missing", "{}", "path"],
    ["a field is of the wrong type", '{"path":5}', "path"],
    ["a path can't be made absolute", '{"path":"~/a"}', "path"],
    ["no path can be like this", '{"path":"/a\\u0000b"}', undefined],
  ])("because %s", async (_, json, argument) => {
    const router = createToolRouter({ fileSystem: memory(["/r/a"]), tools: ["list_directory"] });
    const payload = { type: "function", arguments: json } as const;
    const call = router.dispatch({ toolName: "list_directory", callId: "1", payload });
    await expect(call).rejects.toMatchObject({ kind: "respond_to_model", code: "invalid_argument", argument });
  });
});

test("a path that is too long is refused without being repeated", () => {
  const long = `/${"x\n".repeat(50_000)}`;
  expect(() => checkPath(long)).toThrow(/^failed to read directory: the path [^\n]{1,600} too long/);
  expect(() => checkPath(long.slice(1))).not.toThrow();
  expect(() => checkPath("/a\0b")).toThrow("NUL character");
  expect(pathForErrors(long)).toMatch(/^[^\n]{200}… \(\d+ characters\)$/);
});

describe("no answer repeats a lone surrogate", () => {
  test.each([
    ["list_dir", { dir_path: "/r/\ud800" }],
    ["list_dir", { dir_path: "/r", after: "\udfff" }],
    ["list_dir", { dir_path: "/r", include: "\ud800" }],
    ["map_dir", { dir_path: "/r", fold: "\ud800" }],
    ["find_files", { dir_path: "/r", words: ["\ud800x"], include: "\ud800" }],
    ["list_directory", { path: "\ud800" }],
    ["\ud800", {}],
  ])("%s %j", async (tool, args) => {
    // JSON itself may have half a character in it as it is, too.
    for (const json of [JSON.stringify(args), JSON.stringify(args).replaceAll("\\ud800", "\ud800"), "\ud800"]) {
      const answer = await callTool(tool, json, { fileSystem: memory(["/r/a"]), workingDirectory: "/r" });
      expect(answer).toBe(answer.toWellFormed());
    }
  });
});
