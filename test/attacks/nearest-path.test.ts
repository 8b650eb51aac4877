// Attacks through the suggestion in an error. A caller asks for paths next to what it must not see: no answer tells whether that
// exists, and nothing of it is touched.
import fc from "fast-check";
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { TOOL_NAMES } from "../../src/tools/tool-list.ts";
import { callListDir } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { makeTree } from "../support/make-tree.ts";
import { unordered } from "../support/model-tree.ts";

/** Both tools' answers to each path. */
async function answersTo(paths: readonly string[], options: ToolRouterOptions): Promise<string[]> {
  const router = createToolRouter({ tools: TOOL_NAMES, ...options });
  const respond = async (toolName: string, args: object) => {
    const payload = { type: "function", arguments: JSON.stringify(args) } as const;
    return (await router.respond({ toolName, callId: "1", payload })).content;
  };
  const answers: string[] = [];
  for (const path of paths) {
    answers.push(await respond("list_dir", { dir_path: path }), await respond("list_directory", { path }));
  }
  return answers;
}

/** Names that are easily confused with each other. */
const NAME = fc.string({ unit: fc.constantFrom("s", "S", "e", "c", "%73"), minLength: 2, maxLength: 6 });
const NAMES = fc.array(NAME, { minLength: 1, maxLength: 3 });

describe("no answer depends on", () => {
  test("what is denied", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(NAMES, { maxLength: 8 }),
        fc.array(NAMES, { minLength: 1, maxLength: 8 }),
        fc.array(NAMES, { minLength: 1, maxLength: 8 }),
        async (seen, denied, asked) => {
          const toDirectory = (names: readonly string[]) => `/inside/${names.join("/")}/`;
          const deny = denied.map((names) => `/inside/${names.join("/")}`);
          const paths = [...seen, ...asked].map((names) => `/inside/${names.join("/")}`);
          // Names that come with what is denied must be there without it, too.
          const above = denied.map((names) => toDirectory(names.slice(0, -1)));
          const without = unordered(memory(["/inside/", ...above, ...seen.map(toDirectory)]));
          const beside = unordered(memory(["/inside/", ...above, ...[...seen, ...denied].map(toDirectory)]));
          expect(await answersTo(paths, { fileSystem: beside, deny })).toEqual(
            await answersTo(paths, { fileSystem: without, deny }),
          );
        },
      ),
      { numRuns: inDepth(6, 200) },
    );
  });

  test("what lies outside the roots", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(NAMES, { minLength: 1 }), fc.array(NAMES, { minLength: 1 }), async (outside, asked) => {
        const inside = ["/top/inside/", "/top/inside/sec/"];
        const below = asked.map((names) => names.join("/"));
        const paths = below.flatMap((path) => [
          `/top/${path}`,
          `/top/inside/${path}`,
          `/top/inside/../${path}`,
          `/${path}`,
        ]);
        const elsewhere = outside.flatMap((names) => [`/top/${names.join("/")}/`, `/${names.join("/")}/`]);
        const options = { roots: ["/top/inside"], workingDirectory: "/top" };
        const far = await answersTo([...paths, ...below], { ...options, fileSystem: memory(inside) });
        const near = await answersTo([...paths, ...below], {
          ...options,
          fileSystem: memory([...inside, ...elsewhere]),
        });
        expect(near).toEqual(far);
      }),
      { numRuns: inDepth(6, 200) },
    );
  });

  test("where a link leads that leaves the roots or enters what is denied", async () => {
    const folder = makeTree("inside/", "inside/secret/", "inside/secret/dir/", "outside/", "outside/dir/");
    const root = `${folder}/inside`;
    const links = { out: "../outside", gone: "../nowhere", into: "secret/dir", none: "secret/none" };
    for (const [name, target] of Object.entries(links)) {
      fs.symlinkSync(target, `${root}/x-${name}-link`);
    }
    const answers = new Set<string>();
    for (const name of Object.keys(links)) {
      for (const rest of ["", "/dir", "/nope"]) {
        const given = `${root}/x-${name}-lnik${rest}`;
        const [answer = "", other] = await answersTo([given], { roots: [root], deny: [`${root}/secret`] });
        expect(other).toBe(answer);
        answers.add(answer.replace(given, "PATH").replaceAll(root, "ROOT"));
        const [link = ""] = await answersTo([`${root}/x-${name}-link${rest}`], {
          roots: [root],
          deny: [`${root}/secret`],
        });
        expect(link).not.toContain("does not exist");
      }
    }
    expect([...answers]).toEqual([
      "failed to read directory: PATH does not exist, but ROOT does; list that to see what is there",
    ]);
  });
});

test("a denied name is not offered, however it is spelt", async () => {
  const root = makeTree(".ssh/", ".ssh/keys/", "Secret/", "caf\u00e9/", "open/");
  const deny = ["**/.ssh", "**/secret", "**/cafe\u0301"];
  const spellings = ".shh .ssh%20 %2Essh '.ssh' '.ssh'/keys Secert 'SECRET' caf 'CAF\u00c9'";
  for (const name of spellings.split(" ")) {
    for (const answer of await answersTo([`${root}/${name}`], { roots: "any", deny })) {
      expect(answer).toMatch(/does not exist, but .* does; list that to see what is there$/);
    }
  }
  expect(await callListDir({ dir_path: `${root}/opne` }, { deny })).toContain(`did you mean ${root}/open?`);
  // Nor do denied names take the place of one that may be offered.
  const near = makeTree("aaaa1/", "aaaa2/", "aaaa3/", "aaaa4/");
  expect(await callListDir({ dir_path: `${near}/aaaa` }, { roots: "any", deny: ["aaaa[1-3]"] })).toContain(
    `did you mean ${near}/aaaa4?`,
  );
});

test("nothing outside the roots and nothing denied is touched", async () => {
  const touched = new Set<string>();
  const tree = memory(["/top/sec/", "/top/inside/sec/in/", "/top/inside/secret/in/", "/top/inside/other/"]);
  const watched: FileSystem = {
    ...tree,
    readDirectory(directory, options) {
      touched.add(String(directory));
      return tree.readDirectory(directory, options);
    },
  };
  const options = { fileSystem: watched, roots: ["/top/inside"], deny: ["**/secret"], workingDirectory: "/top" };
  const asked = ["sce", "sec/ni", "secrte/in", "sce/../secrte", "secret/x", "../sce", "../../tpo/inside"];
  const answers = await answersTo([...asked.map((path) => `/top/inside/${path}`), "sec", "inside/secret"], options);
  expect(answers.join("\n")).not.toMatch(/mean \/top\/(?:sec|root\/secret)\b/);
  expect([...touched].filter((path) => !/^\/top\/inside(?:\/|$)/.test(path) || /\/secret(?:\/|$)/.test(path))).toEqual(
    [],
  );
});

test("a relative path tells nothing about a working directory that may not be listed", async () => {
  const folder = makeTree("inside/", "other/", "outside/", "outside/src/");
  const options = { roots: [`${folder}/inside`], workingDirectory: `${folder}/outside` };
  for (const given of [".", "src", "nope", "../outside/src"]) {
    expect(await callListDir({ dir_path: given }, options)).toBe(
      `error: access denied: ${given} is outside the directories that may be listed`,
    );
  }
  expect(await callListDir({ dir_path: "~" }, options)).toBe(
    "error: dir_path must be an absolute path; ~ is not expanded; give the full path",
  );
  const several = { roots: [`${folder}/inside`, `${folder}/other`] };
  for (const given of ["src", "nope", "../outside", "../outside/src"]) {
    expect(await callListDir({ dir_path: given }, several)).toBe(
      `error: dir_path must be an absolute path; a relative path could start in any of ${several.roots.join(", ")}`,
    );
  }
});
