// On a case-insensitive disk, spelling a name differently than the directory does must not bypass a filter.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { callListDir } from "../support/call-tool.ts";
import { mountFoldingDisk } from "../support/folding-disk.ts";
import { leaveOut } from "../support/needs.ts";

function fill(folder: string): void {
  for (const directory of ["Secret/Deep", "Build", "open"]) {
    fs.mkdirSync(`${folder}/${directory}`, { recursive: true });
  }
  fs.writeFileSync(`${folder}/.gitignore`, "Build\n");
  for (const file of ["Secret/Deep/key", "Secret/key", "Build/output", "open/file"]) {
    fs.writeFileSync(`${folder}/${file}`, "");
  }
}

describe.each(["remote", "near"] as const)("a case-insensitive disk: %s", (which) => {
  test("a cursor enters only entries with exactly that name", async ({ skip }) => {
    const disk = mountFoldingDisk(fill) ?? leaveOut(skip, "exFAT");
    const root = disk[which];
    for (const options of [{}, { roots: [root] }, { deny: ["**/none"] }]) {
      const list = async (args: object) =>
        (await callListDir({ dir_path: root, depth: 5, gitignore: "off", ...args }, options)).split("\n").slice(1);
      const all = [".gitignore", "Build/", "  output", "Secret/", "  Deep/", "    key", "  key", "open/", "  file"];
      expect(await list({ order: "tree" })).toEqual(all);
      expect(await list({ after: "Secret/" })).toEqual(all.slice(3));
      // `secret/` sorts after `open/`, and no directory has exactly that name: nothing is left to show.
      expect(await list({ after: "secret/" })).toEqual(["[nothing after secret/ in order tree]"]);
      expect(await list({ after: "SECRET/" })).toEqual(["…", ...all.slice(3)]);
      expect(await list({ after: "SECRET/Deep/" })).toEqual(["…", ...all.slice(3)]);
      expect(await list({ after: "Secret/DEEP/", exclude: "Deep" })).toEqual([
        "Secret/",
        "  …",
        "  key",
        "open/",
        "  file",
      ]);
      expect(await list({ after: "SECRET/", exclude: "Secret" })).toEqual(["…", "open/", "  file"]);
      expect(await list({ after: "BUILD/", gitignore: "omit" })).toEqual(["…", ...all.slice(3)]);
    }
  });

  test("a denied directory is not listed under any spelling", async ({ skip }) => {
    const disk = mountFoldingDisk(fill) ?? leaveOut(skip, "exFAT");
    const root = disk[which];
    for (const deny of [["**/Secret"], ["secret"], [`${root}/SECRET`]]) {
      for (const spelling of ["Secret", "SECRET", "secret"]) {
        const given = `${root}/${spelling}`;
        for (const behind of ["", "/Deep", "/nope"]) {
          expect(await callListDir({ dir_path: given + behind }, { deny })).toBe(
            `error: access denied: reading this path is blocked by policy: ${given}${behind}`,
          );
        }
        const after = await callListDir({ dir_path: root, after: `${spelling}/`, depth: 5 }, { deny });
        expect(after).not.toMatch(/key|Deep|Secret/);
      }
    }
  });
});
