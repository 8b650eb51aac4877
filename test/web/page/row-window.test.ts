// Rows of lists up to heights that no element can have.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { follow, largestTop, placeOfRow, rowsAt, MAX_HEIGHT, toScrollTop } from "../../../src/web/page/row-window.ts";

const geometries = fc.record({
  rows: fc.integer({ min: 0, max: 100_000_000 }),
  rowHeight: fc.constant(24),
  viewport: fc.integer({ min: 1, max: 3000 }),
});

describe("a list that is taller than an element can be", () => {
  const geometry = { rows: 10_000_000, rowHeight: 24, viewport: 600 };
  const bottom = MAX_HEIGHT - 600;

  test("ends where its scroll bar ends", () => {
    const place = follow({ top: 0, scrollTop: 0 }, bottom, geometry);
    expect(place.top).toBe(240_000_000 - 600);
    expect(rowsAt(place.top, geometry)).toEqual({ first: 9_999_975, count: 25, shift: 0 });
    expect(follow(place, 0, geometry).top).toBe(0);
  });

  test("moves by as much as a wheel moves, so that no row is skipped", () => {
    const place = follow({ top: 0, scrollTop: 0 }, bottom / 2, geometry);
    expect(follow(place, place.scrollTop + 120, geometry).top).toBe(place.top + 120);
    expect(follow(place, place.scrollTop - 48, geometry).top).toBe(place.top - 48);
  });

  test("moves in proportion when its scroll bar is dragged", () => {
    expect(follow({ top: 0, scrollTop: 0 }, bottom / 4, geometry).top).toBeCloseTo(largestTop(geometry) / 4, 3);
  });
});

test("every place shows rows that fill the window, and every row can be shown", () => {
  fc.assert(
    fc.property(geometries, fc.double({ min: 0, max: 1, noNaN: true }), (geometry, share) => {
      const top = share * largestTop(geometry);
      const { first, count, shift } = rowsAt(top, geometry);
      expect(first + count).toBeLessThanOrEqual(geometry.rows);
      expect(shift).toBeLessThanOrEqual(0);
      expect(shift).toBeGreaterThan(-24);
      const drawn = shift + count * 24;
      expect(drawn >= geometry.viewport - 0.001 || count === geometry.rows - first).toBe(true);
      const row = Math.floor(share * Math.max(0, geometry.rows - 1));
      const place = placeOfRow(row, 0, geometry);
      const shown = rowsAt(place, geometry);
      expect(geometry.rows === 0 || (shown.first <= row && row < shown.first + shown.count)).toBe(true);
    }),
  );
});

test("dragging to where the scroll bar should be leads back to the same place", () => {
  fc.assert(
    fc.property(geometries, fc.double({ min: 0, max: 1, noNaN: true }), (geometry, share) => {
      const top = share * largestTop(geometry);
      const far = { top: -1, scrollTop: -2 * MAX_HEIGHT };
      const back = follow(far, toScrollTop(top, geometry), geometry).top;
      // A pixel of the scroll bar may be some of the list.
      expect(Math.abs(back - top)).toBeLessThanOrEqual(1 + largestTop(geometry) / MAX_HEIGHT);
    }),
  );
});
