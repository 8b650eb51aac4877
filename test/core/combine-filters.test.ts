// Several filters as one, for every pair of verdicts and every order of them.
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import { combineFilters, isEntered, SHOW_ALL, type DirectoryFilter, type Verdict } from "../../src/core/filter.ts";

const VERDICTS: readonly Verdict[] = ["show", "close", "ignore", "lead", "hide"];
const ENTRY = { name: "a" as ByteString, kind: "directory" } as const;

function saying(verdict: Verdict, cost?: number): DirectoryFilter {
  const filter: DirectoryFilter = {
    ...(cost !== undefined && { cost }),
    judge: () => verdict,
    enter: () => filter,
  };
  return filter;
}

/** What each verdict allows: to be shown, to be entered. An entry has what all of its verdicts allow. */
function allowed(verdicts: readonly Verdict[]): { isShown: boolean; enters: boolean } {
  return {
    isShown: verdicts.every((verdict) => verdict !== "lead" && verdict !== "hide"),
    enters: verdicts.every(isEntered),
  };
}

const pairs = VERDICTS.flatMap((one) => VERDICTS.map((other) => [one, other] as const));

describe("filters together", () => {
  test.each(pairs)("%s and %s allow what both allow", (...verdicts) => {
    for (const more of [[], ["show"], ["close"]] as Verdict[][]) {
      const all = [...more, ...verdicts];
      const verdict = combineFilters(all.map((each) => saying(each))).judge(ENTRY);
      expect(allowed([verdict])).toEqual(allowed(all));
      // The mark is told wherever the entry is.
      expect(verdict === "ignore").toBe(all.includes("ignore") && allowed(all).isShown);
    }
  });

  test("do not ask those behind one that hides", () => {
    const asked: string[] = [];
    const asking = (name: string, verdict: Verdict): DirectoryFilter => ({
      judge: () => (asked.push(name), verdict),
      enter: () => SHOW_ALL,
    });
    combineFilters([asking("first", "show"), asking("second", "hide"), asking("third", "show")]).judge(ENTRY);
    expect(asked).toEqual(["first", "second"]);
  });

  test("cost what they cost together, and nothing where there is nothing to ask", async () => {
    const [dear, free] = [saying("show", 5), saying("show")];
    expect(combineFilters([dear, SHOW_ALL, free, dear]).cost).toBe(10);
    expect(combineFilters([SHOW_ALL, dear])).toBe(dear);
    expect(combineFilters([SHOW_ALL, SHOW_ALL])).toBe(SHOW_ALL);
    // Below, where one of two has nothing to say any more, the other is left alone.
    const onlyHere: DirectoryFilter = { judge: () => "show", enter: async () => SHOW_ALL };
    expect(await combineFilters([onlyHere, dear]).enter(ENTRY.name, undefined)).toBe(dear);
  });

  test("make the walk wait only if one of them does", () => {
    const [known, waiting] = [saying("close"), { ...saying("close"), enter: async () => SHOW_ALL }];
    expect(combineFilters([known, known]).enter(ENTRY.name, undefined)).not.toBeInstanceOf(Promise);
    expect(combineFilters([known, waiting]).enter(ENTRY.name, undefined)).toBeInstanceOf(Promise);
  });

  test("are all told where the walk goes", async () => {
    const entered: unknown[] = [];
    const following: DirectoryFilter = {
      judge: () => "show",
      enter: (...given) => (entered.push(given), following),
    };
    const { signal } = new AbortController();
    await combineFilters([following, saying("show"), following]).enter(ENTRY.name, signal, [ENTRY]);
    expect(entered).toEqual([
      [ENTRY.name, signal, [ENTRY]],
      [ENTRY.name, signal, [ENTRY]],
    ]);
  });
});
