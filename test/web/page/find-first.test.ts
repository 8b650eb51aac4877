// A place is found by looking at few others.
import fc from "fast-check";
import { expect, test } from "vitest";

import { findFirst } from "../../../src/web/page/find-first.ts";

test("the first place that fits, with some forty looks at most", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(100_000_000), fc.nat(1_000_000), fc.boolean(), async (place, more, isEndKnown) => {
      let looks = 0;
      const fits = async (at: number) => {
        looks += 1;
        return at >= place;
      };
      expect(await findFirst(fits, isEndKnown ? place + more : undefined)).toBe(place);
      expect(looks).toBeLessThan(45);
    }),
  );
});
