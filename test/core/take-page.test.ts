// Whether a page says that there is more.
import { expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { takePage } from "../../src/core/take-page.ts";
import type { Visits } from "../../src/core/visit.ts";
import { walkSettings } from "../support/walk-settings.ts";

async function hasMore(limit: number, timeLeft: number): Promise<boolean> {
  const visits: Visits = (async function* () {
    yield [
      { path: "a" as never, kind: "file", depth: 1 },
      { path: "b" as never, kind: "file", depth: 1 },
    ];
  })();
  return (await takePage(visits, walkSettings(memory([]), { timeLeft: () => timeLeft }), limit)).more;
}

test("a page has looked before it says that there is more", async () => {
  expect(await hasMore(1, Infinity)).toBe(true);
  expect(await hasMore(2, Infinity)).toBe(false);
});

test("a page whose time is up says that there is more, since it can't know", async () => {
  expect(await hasMore(2, 0)).toBe(true);
});
