import { expect, test } from "vitest";

import { followPath } from "../../src/disk/local-disk.ts";

test("following a path that is slow to inspect ends at the deadline, and lets the event loop run", async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const look = () => {
    for (const start = performance.now(); performance.now() - start < 3;) {
      // A look at a name far down opens every directory above it.
    }
    return { kind: "directory" } as const;
  };
  const following = followPath("/a".repeat(200), look, { timeoutMs: 100 });
  await expect(following).rejects.toMatchObject({ code: "ETIMEDOUT" });
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(2);
});
