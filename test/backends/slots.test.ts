import { describe, expect, test } from "vitest";

import { Slots } from "../../src/backends/slots.ts";

describe("Slots", () => {
  test("hands out so many places, and the next ones in order as they come free", async () => {
    const slots = new Slots(2);
    const order: number[] = [];
    const first = await slots.take();
    await slots.take();
    const waiting = [1, 2].map(async (number) => {
      const release = await slots.take();
      order.push(number);
      release();
    });
    expect(order).toEqual([]);
    first();
    first();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
  });
});
