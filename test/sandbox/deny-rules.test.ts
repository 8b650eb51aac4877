// Deny rules hide too much rather than too little: they match every spelling, the path as given and the real path.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { callListDir } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";

const BLOCKED = "error: access denied: reading this path is blocked by policy: ";

describe("a deny rule", () => {
  test.each([
    ["Secret", "SECRET", "another case"],
    ["secret*", "SecretFile", "a glob in another case"],
    ["caf\u00e9", "cafe\u0301", "another normalisation"],
    ["CAFE\u0301", "caf\u00e9", "both"],
    ["stra\u00dfe", "STRASSE", "a letter with two capitals"],
    ["\u03a3\u039f\u03a6\u039f\u03a3", "\u03c3\u03bf\u03c6\u03bf\u03c2", "a letter with two small forms"],
    ["[A-F]x", "bX", "a class in another case"],
    ["[!A-Z]x", "bx", "a class that tells case apart, by the letter"],
    ["[[:upper:]]x", "bX", "a named class"],
    ["a\\*b", "A*B", "an escaped character"],
    ["[slug]", "S", "a class"],
    ["[slug]", "[Slug]", "a name with brackets"],
    ["/**/[id].d", "[ID].d", "a path with brackets"],
    ["[slug", "[Slug", "a bracket that is not closed"],
    ["a,b", "A,B", "a comma"],
    ["!a", "!A", "an exclamation mark"],
    ["{a", "{A", "a brace that is not closed"],
  ])("%s hides %s: %s", async (rule, name) => {
    const root = makeTree(`${name}/`, `${name}/key`, "open");
    const deny = [rule];
    expect(await callListDir({ dir_path: root }, { deny })).toBe(`Absolute path: ${root}\nopen`);
    expect(await callListDir({ dir_path: `${root}/${name}` }, { deny })).toBe(`${BLOCKED}${root}/${name}`);
    expect(await callListDir({ dir_path: root, after: `${name}/` }, { deny })).not.toContain("key");
  });

  test("is normalised, and relative to the working directory if it begins with a dot", async () => {
    const root = makeTree("a/", "a/secret/", "a/secret/key", "a/open");
    for (const rule of [`${root}/a/../a/secret`, `${root}//a/./secret/`, "./secret", "../a/secret", ".//../a/sec*"]) {
      const options = { deny: [rule], workingDirectory: `${root}/a` };
      expect(await callListDir({ dir_path: `${root}/a` }, options)).toBe(`Absolute path: ${root}/a\nopen`);
      expect(await callListDir({ dir_path: `${root}/a/secret` }, options)).toBe(`${BLOCKED}${root}/a/secret`);
    }
  });

  test("means the working directory itself, whatever glob characters that has", async () => {
    for (const name of ["w [a*]{b,c}", "[ab]", "a{b", "(a|b)", "@(x|y)", "a\\*b", "!a,b"]) {
      const root = makeTree(`${name}/`, `${name}/real/`, `${name}/real/secret/`, `${name}/real/secret/key`);
      const place = `${root}/${name}`;
      fs.symlinkSync("real", `${place}/link`);
      for (const rule of ["./real/secret", "./link/secret", "./*/secret", `../*/link/secret`]) {
        const options = { deny: [rule], workingDirectory: place };
        expect(await callListDir({ dir_path: `${place}/link/secret` }, options)).toMatch(BLOCKED);
        const hidesBoth = !rule.startsWith("../");
        expect((await callListDir({ dir_path: `${place}/real` }, options)).includes("key")).toBe(!hidesBoth);
      }
    }
  });

  test("for a path through a link also applies to the real path", async () => {
    const root = makeTree("real/", "real/secret/", "real/secret/key", "real/deep/", "real/deep/key.pem", "real/open");
    fs.symlinkSync("real", `${root}/link`);
    fs.symlinkSync("real/secret", `${root}/to-secret`);
    for (const rule of [`${root}/link/secret`, `${root}/LINK/../link/Secret`, `${root}/to-secret`]) {
      for (const given of ["link", "real"]) {
        for (const options of [{ deny: [rule] }, { deny: [rule], roots: [`${root}/link`] }]) {
          const dirPath = `${root}/${given}`;
          expect(await callListDir({ dir_path: dirPath, depth: 1 }, options)).toBe(
            `Absolute path: ${dirPath}\ndeep/\nopen`,
          );
          expect(await callListDir({ dir_path: `${dirPath}/secret` }, options)).toBe(`${BLOCKED}${dirPath}/secret`);
        }
      }
    }
    const deny = [`${root}/link/*/*.PEM`];
    expect(await callListDir({ dir_path: `${root}/real/deep` }, { deny })).toBe(
      `Absolute path: ${root}/real/deep\n[empty]`,
    );
  });

  test("applies to the path as given, even if a link on it was made later", async () => {
    const root = makeTree("real/", "real/secret", "real/open");
    const router = createToolRouter({ deny: [`${root}/late/secret`] });
    fs.symlinkSync("real", `${root}/late`);
    const payload = { type: "function", arguments: JSON.stringify({ dir_path: `${root}/late` }) } as const;
    const { content } = await router.dispatch({ toolName: "list_dir", callId: "1", payload });
    expect(content).toBe(`Absolute path: ${root}/late\nopen`);
  });

  test.each([
    ["~/.ssh", /begins with ~/],
    ["~", /begins with ~/],
    ["C:\\Users\\me", /begins with a drive, and there are none here/],
    ["Users\\me", /before a letter, but names are parted by \/; write "Users\/me"/],
    ["/", /names no entry/],
    ["/a/..", /names no entry/],
    ["a\0b", /NUL/],
    ["", /empty/],
    ["*.@(pem|key)", /has a group in parentheses, which is no glob here; write "\*\.\{pem,key\}", or "\[\(\]" for/],
    ["/srv/!(public)/**", /write what to hide/],
  ])("that can't match anything is refused when it is set: %j", (rule, message) => {
    expect(() => createToolRouter({ deny: [rule] })).toThrow(message);
  });
});
