// Models fill in every field they see. What they write for a field that they do not want to set is as if it were not there.
import { expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { nameOf } from "../../src/tooling/argument.ts";
import { TOOLS } from "../../src/tools/tool-list.ts";
import { callListDir, callTool } from "../support/call-tool.ts";

const fileSystem = memory(["/r/.gitignore", "/r/a/b/c", "/r/a/d.ts", "/r/e", ...manyPaths()]);

/** More entries than a page holds by default. */
function manyPaths(): string[] {
  return Array.from({ length: 120 }, (_, index) => `/r/z${index}`);
}

const OPTIONAL = TOOLS.flatMap(({ name: tool, arguments: declared }) => {
  const [directory, ...others] = Object.entries(declared);
  const root = directory === undefined ? {} : { [nameOf(...directory)]: "/r" };
  return others.map(([field, argument]) => ({ tool, root, name: nameOf(field, argument) }));
});

test.each(OPTIONAL)(
  "$name of $tool: null, an empty text and an empty list mean not given",
  async ({ tool, root, name }) => {
    const expected = await callTool(tool, root, { fileSystem });
    for (const empty of [null, "", []]) {
      expect(await callTool(tool, { ...root, [name]: empty }, { fileSystem })).toBe(expected);
    }
  },
);

/** Numbers and booleans in strings, as models send them. */
test.each(OPTIONAL)(
  "$name of $tool: a number or a boolean in a string is that number or boolean",
  async ({ tool, root, name }) => {
    const values = [1, 3, -1, true, false];
    for (const value of values) {
      const answer = await callTool(tool, { ...root, [name]: value }, { fileSystem });
      if (!answer.includes("failed to parse")) {
        expect(await callTool(tool, { ...root, [name]: String(value) }, { fileSystem })).toBe(answer);
      }
    }
  },
);

test("the operator's default holds for what was not given", async () => {
  const options = { fileSystem, defaults: { depth: 1, limit: 2 } };
  const expected = await callListDir({ dir_path: "/r" }, options);
  expect(await callListDir({ dir_path: "/r", depth: null, limit: null, include: [] }, options)).toBe(expected);
});

test.each(["codex-breadth", "codex-sorted"] as const)(
  "profile %s refuses null and numbers in strings, as its original does",
  async (profile) => {
    for (const name of ["offset", "limit", "depth"]) {
      for (const value of [null, "3"]) {
        expect(await callListDir({ dir_path: "/r", [name]: value }, { fileSystem, profile })).toBe(
          `error: failed to parse function arguments: \`${name}\` must be a non-negative integer, got ${JSON.stringify(value)}`,
        );
      }
    }
  },
);
