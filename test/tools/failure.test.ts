// Why a listing failed, as a model is told: what it can act on, on one line, and what is a defect of ours as one.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { callTool } from "../support/call-tool.ts";

test.each([
  ["ENOENT", `/"a\\nb" does not exist; check the spelling`],
  ["ENOTDIR", `/"a\\nb" is not a directory; list the directory that holds it instead`],
  ["EACCES", `permission denied for /"a\\nb"; list another directory`],
  ["EPERM", `permission denied for /"a\\nb"; list another directory`],
  ["ELOOP", `/"a\\nb" leads through a loop of symbolic links; list another directory`],
  ["ENAMETOOLONG", `the path /"a\\nb" is too long for this file system; check it`],
  ["ETIMEDOUT", `/"a\\nb" did not answer in time; try again later, or list another directory`],
  ["EIO", `/"a\\nb" can't be read (EIO); try again, or list another directory`],
])("a failure with %s is explained in our own words", async (code, words) => {
  const fail = (more: object) =>
    callTool(
      "list_dir",
      { dir_path: "/a\nb" },
      {
        fileSystem: { ...memory([]), readDirectory: () => Promise.reject(Object.assign(new Error("Node's"), more)) },
      },
    );
  expect(await fail({ code })).toBe(`error: failed to read directory: ${words}`);
  // A store's words say more than a code.
  const reason = "the bucket is in another region";
  expect(await fail({ code: "EIO", reason })).toBe(`error: failed to read directory: /"a\\nb": ${reason}`);
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
