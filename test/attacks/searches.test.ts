// Attacks on a search: hostile guesses and names, a tree without a floor, a search that nobody waits for, memory.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { anyCharacter } from "../support/arbitraries.ts";
import { callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { findIn } from "../support/find-tree.ts";

describe("hostile guesses", () => {
  const paths = Array.from(
    { length: inDepth(60, 3000) },
    (_, index) => `${"ab".repeat(30)}-${index}/${"a".repeat(200)}`,
  );

  test.each([
    ["signs of regular expressions", ["(a+)+$", "[a-", "\\", "^.*$", "a|b", "(?:", "$&", "\\u{110000}", "(?<=a)"]],
    ["64 of 200 characters", Array.from({ length: 64 }, (_, index) => "a".repeat(197) + (100 + index))],
    ["braces", ["{".repeat(200), "{a,".repeat(60), "{1..100000}", "{{{{a,b},c},d},e}"]],
    ["stars", [`${"*a".repeat(99)}*b`, "**/".repeat(66), "?".repeat(199), `${"*".repeat(199)}b`]],
    ["ways out", ["../", "../../etc/passwd", "/etc", "..", ".", "/", "~", "/r/../x", "*/../../*"]],
    ["what is in every object", ["__proto__", "constructor", "hasOwnProperty", "toString"]],
    ["what nobody sees", ["\u200b", "\0", "\u202e", "\ufeff", "a\0b"]],
    ["many parts", Array.from({ length: 64 }, (_, index) => `b${index}-`.repeat(50).slice(0, 199))],
  ])("%s are answered, in time", async (_, words) => {
    const started = performance.now();
    for (const newest of [false, true]) {
      const { text } = await findIn([...paths, "x"], { words, newest, budget: 500 });
      expect(text).toMatch(/^Absolute path: \/r\n/);
      expect(Buffer.from(text).toString()).toBe(text);
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("half characters are answered, too", async () => {
    const words = ["\ud800", "\udfffab", "a\ud800b"];
    const text = await callTool("find_files", { dir_path: "/r", words }, { fileSystem: memory(["/r/x"]) });
    expect(text).toMatch(/^Absolute path: \/r\n/);
    expect(Buffer.from(text).toString()).toBe(text);
  });

  test("any guesses are answered", async () => {
    const anyWords = fc.array(
      fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: fc.constantFrom(..."a*?{},[]/\\.! ") })),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(anyWords, async (words) => {
        const { text } = await findIn(["a/b.ts", "[a].ts", "c++/x", ".a"], { words });
        expect(text).toMatch(/^Absolute path: \/r\n/);
      }),
      { numRuns: inDepth(80, 5000) },
    );
  });
});

test("a bottomless tree", async () => {
  const levels = inDepth(300, 1500);
  const paths = Array.from({ length: levels }, (_, level) =>
    [0, 1, 2].map((index) => `${"d/".repeat(level)}f${index}`),
  );
  const started = performance.now();
  for (const words of [["d"], ["roles"], ["roles d"], ["absent"], ["d", "f0", "f1"], ["d*/f*"], []]) {
    const { text } = await findIn([...paths.flat(), `${"d/".repeat(levels)}roles.ts`], {
      words,
      budget: inDepth(500, 10_000),
    });
    expect(text).toMatch(/^Absolute path: \/r\n/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32_768);
  }
  expect(performance.now() - started).toBeLessThan(120_000);
});
