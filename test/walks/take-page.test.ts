import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import { takePage } from "../../src/walks/take-page.ts";
import type { Visit, Visits } from "../../src/core/visit.ts";
import { memoryTree } from "../support/memory-tree.ts";
import { walkSettings } from "../support/walk-settings.ts";

function visit(path: string, kind: Visit["kind"], problem?: Visit["problem"]): Visit {
  return { path: path as ByteString, kind, depth: 1, ...(problem !== undefined && { problem }) };
}

describe("a page whose time is up", () => {
  const file = visit("a", "file");
  const directory = visit("b", "directory");

  test.each<[string, Visit[], string[]]>([
    ["keeps what it has", [directory, file], ["b", "a"]],
    [
      "leaves a directory that was not read to the next page, which else would not tell of it",
      [file, directory],
      ["a"],
    ],
    ["keeps one that was tried", [file, directory, visit("b", "directory", "timed out")], ["a", "b"]],
    ["has one entry at least", [directory], ["b"]],
  ])("%s", async (_, visits, expected) => {
    async function* walk(): Visits {
      yield visits;
      yield [visit("z", "file")];
    }
    const settings = walkSettings(memoryTree([]), { timeLeft: () => 0 });
    const { entries, more } = await takePage(walk(), settings, 100);
    expect({ paths: entries.map(({ path }) => path), more }).toEqual({ paths: expected, more: true });
  });
});

async function hasMore(limit: number, timeLeft: number): Promise<boolean> {
  const visits: Visits = (async function* () {
    yield [
      { path: "a" as never, kind: "file", depth: 1 },
      { path: "b" as never, kind: "file", depth: 1 },
    ];
  })();
  return (await takePage(visits, walkSettings(memoryTree([]), { timeLeft: () => timeLeft }), limit)).more;
}

test("a page checks before it says that there is more", async () => {
  expect(await hasMore(1, Infinity)).toBe(true);
  expect(await hasMore(2, Infinity)).toBe(false);
});

test("a page whose time is up says that there is more, since it can't know", async () => {
  expect(await hasMore(2, 0)).toBe(true);
});
