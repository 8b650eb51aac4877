// A bounded map against a list of what was used, the last one at its end.
import fc from "fast-check";
import { expect, test } from "vitest";

import { BoundedMap } from "../../src/core/bounded-map.ts";

const MOST = 10;

const steps = fc.array(
  fc.record({
    how: fc.constantFrom("get", "set", "delete", "shrink"),
    key: fc.nat({ max: 5 }),
    size: fc.integer({ min: 1, max: MOST + 2 }),
  }),
);

test("it holds what was used last, and no more than it may", () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const map = new BoundedMap<number, { size: number }>(MOST, ({ size }) => size);
      let model: [number, { size: number }][] = [];
      const shrinkTo = (most: number) => {
        while (sizeOf(model) > most) {
          model.shift();
        }
      };
      for (const { how, key, size } of taken) {
        const value = { size };
        const found = model.find(([other]) => other === key);
        if (how === "shrink") {
          map.shrinkTo(size);
          shrinkTo(size);
          continue;
        }
        model = model.filter((entry) => entry !== found);
        if (how === "get") {
          expect(map.get(key)).toBe(found?.[1]);
          model.push(...(found === undefined ? [] : [found]));
        } else if (how === "set") {
          map.set(key, value);
          model.push([key, value]);
          shrinkTo(MOST);
        } else {
          map.delete(key);
        }
        expect(map.size).toBe(sizeOf(model));
      }
    }),
  );
});

function sizeOf(entries: readonly (readonly [number, { size: number }])[]): number {
  return entries.reduce((sum, [, { size }]) => sum + size, 0);
}
