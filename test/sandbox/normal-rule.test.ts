// How deny rules are read on Windows and elsewhere. What can match nothing is refused, with what to write instead.
import path from "node:path";
import { describe, expect, test } from "vitest";

import { normalRule } from "../../src/sandbox/deny-rules.ts";

const POSIX = { isAbsolute: path.posix.isAbsolute };
const WINDOWS = { isAbsolute: path.win32.isAbsolute, mayExist: (location: string) => /^[cd]:\\/i.test(location) };

describe("on Windows", () => {
  test.each([
    ["C:/t2/Secret", "/C:/t2/Secret"],
    ["c:/t2/./x/../Secret/", "/C:/t2/Secret/"],
    ["/C:/t2", "/C:/t2"],
    ["//?/C:/t2", "/C:/t2"],
    ["C:/", "/C:/"],
    ["D:/*/x", "/D:/*/x"],
    ["/t2/Secret", "/*/t2/Secret"],
    ["/**/Secret", "/*/**/Secret"],
    ["//server/share/x", "/\\\\\\\\server\\\\share/x"],
    ["//?/UNC/server/share/x", "/\\\\\\\\server\\\\share/x"],
    ["**/Secret", "**/Secret"],
    ["a/b", "a/b"],
  ])("%j is read as %j", (rule, normal) => {
    expect(normalRule(WINDOWS, rule)).toBe(normal);
  });

  test.each([
    [
      "Q:/x",
      "names a drive that does not exist; write one that does, or begin the rule with / to apply it to every drive",
    ],
    ["C:x/y", 'has no slash after its drive; write "C:/x/y"'],
    ["~/x", "begins with ~"],
    ["/", "names no entry"],
  ])("%j is refused", (rule, message) => {
    expect(() => normalRule(WINDOWS, rule)).toThrow(message);
  });
});

describe("elsewhere", () => {
  test.each([
    ["/a/../b/", "/b/"],
    ["//a", "/a"],
    ["/C:/x", "/C:/x"],
    ["**/C:/x", "**/C:/x"],
    ["a\\*b", "a\\*b"],
    // A backslash in a name, as the path of a working directory has it.
    ["/a\\\\b/x", "/a\\\\b/x"],
  ])("%j is read as %j", (rule, normal) => {
    expect(normalRule(POSIX, rule)).toBe(normal);
  });

  test.each([
    ["C:\\t2\\Secret", "begins with a drive, and there are none here; write a path that begins with /"],
    ["t2\\Secret", 'has a \\ before a letter, but names are parted by /; write "t2/Secret"'],
    ["**\\secret", 'write "**/secret"'],
    ["a\\\\\\b", 'write "a/b"'],
    ["c:/t2/Secret", "begins with a drive, and there are none here; write a path that begins with /"],
    ["~/x", "begins with ~"],
  ])("%j is refused", (rule, message) => {
    expect(() => normalRule(POSIX, rule)).toThrow(message);
  });
});
