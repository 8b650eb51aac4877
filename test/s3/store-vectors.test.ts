// The contract's expected answers, for trees that keys can represent, through the router and from a store.
import { describe, expect, test } from "vitest";

import { s3 } from "../../src/s3/s3.ts";
import { CONTRACT_TOOLS, contractCaller, loadVectors } from "../support/contract-vectors.ts";
import { fakeStore } from "../support/fake-store.ts";

/** How many of each tool's trees and calls apply: 63 trees of `list_dir` have links, pipes or names that are not text. */
const APPLICABLE = { list_dir: [57, 684], list_directory: [30, 300] } as const;

const ROOT = "s3://bucket/tree";

describe.each(CONTRACT_TOOLS)("%s", (tool) => {
  const vectors = loadVectors(tool).filter(({ tree }) =>
    tree.every((entry) => entry.path !== undefined && (entry.kind === "file" || entry.kind === "dir")),
  );

  test("has the expected number that apply", () => {
    expect([vectors.length, vectors.flatMap(({ calls }) => calls).length]).toEqual(APPLICABLE[tool]);
  });

  test.each(vectors)("$id", async ({ tree, calls }) => {
    const keys = tree.map((entry) => `tree/${entry.path}${entry.kind === "dir" ? "/" : ""}`);
    const fileSystem = s3({ client: fakeStore(tree.length === 0 ? ["tree/"] : keys).client });
    const ask = contractCaller({ fileSystem, workingDirectory: ROOT });
    const { answers, expected } = await ask(tool, ROOT, calls);
    expect(answers).toEqual(expected);
  });
});
