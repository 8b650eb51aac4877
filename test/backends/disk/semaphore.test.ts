import { describe, expect, test } from "vitest";

import { Semaphore } from "../../../src/backends/disk/semaphore.ts";

describe("Semaphore", () => {
  test("hands out its permits, and then each in order as one comes free", async () => {
    const semaphore = new Semaphore(2);
    const order: number[] = [];
    const first = await semaphore.take();
    await semaphore.take();
    const waiting = [1, 2].map(async (number) => {
      const release = await semaphore.take();
      order.push(number);
      release();
    });
    expect(order).toEqual([]);
    first();
    first();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
  });

  test("skips callers that no longer wait", async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.take();
    const controller = new AbortController();
    const stopped = semaphore.take({ signal: controller.signal });
    const late = semaphore.take({ timeoutMs: 1 });
    const patient = semaphore.take({ timeoutMs: Infinity, signal: new AbortController().signal });
    controller.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");
    await expect(late).rejects.toMatchObject({ code: "ETIMEDOUT" });
    await expect(semaphore.take({ signal: controller.signal })).rejects.toThrow("enough");
    release();
    (await patient)();
    await expect(semaphore.take({ timeoutMs: 1 })).resolves.toBeTypeOf("function");
  });
});
