// All of the contract's expected answers, through the router and on a real disk.
import { describe, expect, test } from "vitest";

import { CONTRACT_TOOLS, contractCaller, loadVectors } from "../support/contract-vectors.ts";
import { makeEntries, temporaryFolder } from "../support/make-tree.ts";

const COUNTS = { list_dir: 1440, list_directory: 300 };

const ask = contractCaller();

describe.each(CONTRACT_TOOLS)("%s", (tool) => {
  const vectors = loadVectors(tool);

  test("are all there", () => {
    expect(vectors.flatMap(({ calls }) => calls)).toHaveLength(COUNTS[tool]);
  });

  test.each(vectors)("$id", async ({ tree, calls }) => {
    const root = temporaryFolder();
    makeEntries(root, tree);
    const { answers, expected } = await ask(tool, root, calls);
    expect(answers).toEqual(expected);
  });
});
