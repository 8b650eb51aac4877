// On a disk that finds an entry by any spelling, spelling a name differently than the directory does must not get past a rule.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { listDir } from "../../src/index.ts";
import { callListDir, callListDirectory, callTool } from "../support/call-tool.ts";
import { FOLDING_DISKS, foldingDisk } from "../support/folding-disk.ts";
import { makeFiles } from "../support/make-files.ts";
import { onlyInDepth, type Skip } from "../support/needs.ts";
import { readListing } from "../support/read-listing.ts";

/** `Secret directory` and `Hidden directory` have short names on our own disk: `SECRET~1`, `HIDDEN~1`. */
function fill(folder: string): void {
  makeFiles(`${folder}/tree`, {
    ".gitignore": "Build\n",
    "Build/output": "",
    "Secret directory/key": "",
    "Secret/Deep/key": "",
    "Secret/key": "",
    "open/file": "",
  });
  for (const directory of ["Cafe\u0301/Deep", "Secret directory/Deep"]) {
    fs.mkdirSync(`${folder}/tree/${directory}`, { recursive: true });
  }
  makeFiles(`${folder}/repository`, {
    ".git/": "",
    ".git/config": "[core]\nexcludesFile = HIDDEN~1/rules\n",
    ".gitignore": "*.log\nIgnored\n",
    "Hidden directory/rules": "probe\n",
    "Ignored/a.log": "",
    "Shown/Below/a.log": "",
    probe: "",
  });
}

const ALL = [
  ".gitignore",
  "Build/",
  "  output",
  "Cafe\u0301/",
  "  Deep/ [empty]",
  "Secret directory/",
  "  Deep/ [empty]",
  "  key",
  "Secret/",
  "  Deep/",
  "    key",
  "  key",
  "open/",
  "  file",
];

describe.each(FOLDING_DISKS)("%s", (which) => {
  const mounted = foldingDisk(which, fill);
  const rootOf = (skip: Skip) => `${mounted(skip)}/tree`;
  /** Whether it knows more spellings than case. */
  const foldsAll = !which.endsWith("exFAT");

  test("a cursor enters only entries with exactly that name", async ({ skip }) => {
    const root = rootOf(skip);
    for (const options of [{}, { roots: [root] }, { deny: ["**/none"] }]) {
      const list = async (args: object) =>
        (await callListDir({ dir_path: root, depth: 5, gitignore: "off", ...args }, options)).split("\n").slice(1);
      const from = (first: string) => ALL.slice(ALL.indexOf(first));
      expect(await list({ order: "tree" })).toEqual(ALL);
      expect(await list({ after: "Secret/" })).toEqual(from("Secret/"));
      // `secret/` sorts after `open/`, and no directory has exactly that name: nothing is left to show.
      expect(await list({ after: "secret/" })).toEqual(["[nothing after secret/ in order tree]"]);
      for (const after of ["SECRET/", "SECRET/Deep/", "SECRET/DEEP/key", "SECRET", "SECRET./", "SECRET~1/"]) {
        expect(await list({ after })).toEqual(["…", ...from("Secret directory/")]);
      }
      expect(await list({ after: "Secret/DEEP/", exclude: "Deep" })).toEqual([
        "Secret/",
        "  …",
        "  key",
        "open/",
        "  file",
      ]);
      expect(await list({ after: "SECRET/", exclude: "Secret*" })).toEqual(["…", "open/", "  file"]);
      expect(await list({ after: "BUILD/", gitignore: "omit" })).toEqual(["…", ...from("Cafe\u0301/")]);
      expect(await list({ after: "Cafe\u0301./Deep/" })).toEqual(["…", ...from("Cafe\u0301/")]);
      expect(await list({ after: "Caf\u00e9/Deep/" })).toEqual(["…", ...from("Secret directory/")]);
    }
  });

  test("pages taken by cursors repeat no entry and lose none, in the library and in the tool", async ({ skip }) => {
    onlyInDepth(skip);
    const root = rootOf(skip);
    for (const options of [{}, { roots: [root], deny: ["**/none"] }]) {
      const shown: string[] = [];
      for (let after = ""; ;) {
        const answer = await callListDir({ dir_path: root, order: "tree", depth: 5, limit: 1, after }, options);
        const page = await listDir({ ...options, dirPath: root, order: "tree", depth: 5, limit: 1, after });
        expect(readListing(answer).entries.at(-1)?.path).toBe(page.entries.at(-1)?.path);
        shown.push(page.entries.at(-1)?.path ?? "");
        const next = /continue with after: (.*)$/.exec(answer)?.[1];
        if (next === undefined) {
          break;
        }
        after = next;
      }
      const whole = await listDir({ ...options, dirPath: root, order: "tree", depth: 5, limit: 100 });
      expect(shown).toEqual(whole.entries.map((entry) => entry.path));
    }
  });

  test("a denied directory is not listed under any spelling, and nothing tells what is in it", async ({ skip }) => {
    const root = rootOf(skip);
    for (const deny of [["**/Secret*"], ["secret*"], [`${root}/SECRET*`]]) {
      for (const spelling of ["Secret", "SECRET", "secret"]) {
        const given = `${root}/${spelling}`;
        for (const behind of ["", "/Deep", "/nope"]) {
          expect(await callListDir({ dir_path: given + behind }, { deny })).toBe(
            `error: access denied: reading this path is blocked by policy: ${given}${behind}`,
          );
        }
        const after = await callListDir({ dir_path: root, after: `${spelling}/`, depth: 5 }, { deny });
        expect(after).not.toMatch(/key|Secret/);
      }
    }
  });

  test("a name that the directory does not list leads nowhere, whatever would be found by it", async ({ skip }) => {
    const root = rootOf(skip);
    expect(fs.existsSync(`${root}/SECRET~1/Deep`)).toBe(foldsAll);
    const deny = ["Secret", "Secret directory"];
    for (const options of [{ deny }, { deny, roots: [root] }]) {
      const answers = ["SECRET~1", "SECRET~1/Deep", "SECRET~1/nope", "SECRET./Deep", "NOTHING/Deep"].map(
        async (name) => {
          const answer = await callListDir({ dir_path: `${root}/${name}` }, options);
          return answer.replaceAll(`${root}/${name}`, "it");
        },
      );
      expect([...new Set(await Promise.all(answers))]).toHaveLength(1);
      expect(await answers[0]).toContain("it does not exist");
    }
  });

  test("deny rules apply to the name that the disk gives", async ({ skip }) => {
    const root = rootOf(skip);
    // As written, this rule is for a name in upper case alone.
    const deny = ["**/[!A-Z]uild"];
    const blocked = "error: access denied: reading this path is blocked by policy: ";
    expect(await callListDir({ dir_path: `${root}/OPEN` }, { deny })).toBe(`Absolute path: ${root}/OPEN\nfile`);
    expect(await callListDir({ dir_path: `${root}/Caf\u00c9` }, { deny: ["Cafe\u0301"] })).toBe(
      `${blocked}${root}/Caf\u00c9`,
    );
    expect(await callListDir({ dir_path: `${root}/build` }, { deny })).toBe(`${blocked}${root}/build`);
  });

  test("a path below the root is listed by any spelling, with the rules for its own name", async ({ skip }) => {
    const root = rootOf(skip);
    for (const options of [{}, { roots: [root] }, { deny: ["none"] }]) {
      const given = `${root}/SECRET`;
      expect(await callListDir({ dir_path: given }, options)).toBe(`Absolute path: ${given}\nDeep/\n  key\nkey`);
      expect(JSON.parse(await callListDirectory({ path: given }, options))).toMatchObject({ files: ["Deep/", "key"] });
      expect(await callTool("map_dir", { dir_path: given }, options)).toBe(
        `Absolute path: ${given}\nkey\nDeep/\n  key`,
      );
      expect(await callListDir({ dir_path: `${given}/nope` }, options)).toContain("does not exist");
    }
  });

  test("ignore rules judge the directory to list by the name that the disk gives", async ({ skip }) => {
    const root = `${mounted(skip)}/repository`;
    for (const options of [{}, { roots: [root] }]) {
      const list = async (name: string) =>
        (await callListDir({ dir_path: `${root}/${name}`, gitignore: "omit" }, options)).split("\n").slice(1);
      // It is ignored, so that the rules above it don't apply in it.
      expect(await list("Ignored")).toEqual(["a.log"]);
      expect(await list("IGNORED")).toEqual(["a.log"]);
      expect(await list("ignored/../Shown")).toEqual(["Below/ [no match]"]);
      expect(await list("SHOWN/BELOW")).toEqual(["[no entry matches the filters]"]);
    }
  });

  test("a fold stands for entries with the names that it shows", async ({ skip }) => {
    const root = rootOf(skip);
    for (const options of [{}, { roots: [root] }]) {
      const map = (fold: string) => callTool("map_dir", { dir_path: root, fold }, options);
      expect(await map("Secret*/")).toContain("Secret/");
      expect(await map("SECRET*/")).not.toContain("Secret/");
    }
  });

  test("no rules are read from a denied directory that a repository names by another name", async ({ skip }) => {
    const root = `${mounted(skip)}/repository`;
    const hides = async (options: object) =>
      !(await callListDir({ dir_path: root, gitignore: "omit" }, options)).includes("probe");
    // Git reads them.
    expect(await hides({})).toBe(foldsAll);
    expect(await hides({ roots: [root], deny: ["Hidden directory"] })).toBe(false);
  });

  test("a root may be spelled as the disk lets it, and a refusal says what is wrong", async ({ skip }) => {
    const disk = rootOf(skip);
    for (const root of [`${disk}/Secret`, `${disk}/SECRET`]) {
      const options = { roots: [root] };
      for (const spelling of ["Secret", "SECRET", "sEcReT"]) {
        const given = `${disk}/${spelling}`;
        expect(await callListDir({ dir_path: given }, options)).toBe(`Absolute path: ${given}\nDeep/\n  key\nkey`);
        expect(await callListDir({ dir_path: `${given}/DEEP` }, options)).toBe(`Absolute path: ${given}/DEEP\nkey`);
        expect(await callListDir({ dir_path: `${given}/nope/x` }, options)).toContain(`${given}/nope/x does not exist`);
        expect(await callListDir({ dir_path: `${given}/key` }, options)).toContain("is not a directory");
      }
      for (const outside of ["open", "SECRET directory", "SECRET~1", "nothing", "Secret ", "OPEN/../open"]) {
        expect(await callListDir({ dir_path: `${disk}/${outside}` }, options)).toBe(
          `error: access denied: ${disk}/${outside} is outside the directories that may be listed: ${root}`,
        );
      }
    }
  });
});

test("where names are told apart, a root is found by its own name alone, and nothing tells of its neighbours", async () => {
  const disk = fs.mkdtempSync(`${process.env["DIRLEAF_TEST_BASE"]}/apart-`);
  fs.mkdirSync(`${disk}/Root/a`, { recursive: true });
  const roots = [`${disk}/Root`];
  const refusal = `error: access denied: ${disk}/ROOT is outside the directories that may be listed: ${disk}/Root`;
  expect(await callListDir({ dir_path: `${disk}/ROOT` }, { roots })).toBe(refusal);
  fs.mkdirSync(`${disk}/ROOT`);
  expect(await callListDir({ dir_path: `${disk}/ROOT` }, { roots })).toBe(refusal);
  fs.rmdirSync(`${disk}/ROOT`);
  fs.symlinkSync("Root", `${disk}/ROOT`);
  expect(await callListDir({ dir_path: `${disk}/ROOT` }, { roots })).toBe(refusal);
});
