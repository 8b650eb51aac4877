// The signal of one call, compared with Node's own.
import { once } from "node:events";
import fs from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";

import { CallSignal } from "../../src/mcp/call-signal.ts";

test("reports its abort to callers and, once, to listeners", () => {
  const call = new CallSignal();
  const signal = call.asSignal();
  const heard: string[] = [];
  signal.addEventListener("abort", () => heard.push("first"), { once: true });
  const second = () => heard.push("second");
  signal.addEventListener("abort", second);
  signal.removeEventListener("abort", second);
  expect(() => signal.throwIfAborted()).not.toThrow();
  expect(signal.aborted).toBe(false);
  const reason = new Error("enough");
  call.abort(reason);
  call.abort(new Error("more than enough"));
  expect(heard).toEqual(["first"]);
  expect([signal.aborted, signal.reason]).toEqual([true, reason]);
  expect(() => signal.throwIfAborted()).toThrow(reason);
});

test("Node's functions accept it as a signal", async () => {
  const call = new CallSignal();
  const waiting = [
    delay(60_000, undefined, { signal: call.asSignal() }),
    once(process, "never", { signal: call.asSignal() }),
  ].map((promise) => expect(promise).rejects.toMatchObject({ name: "AbortError" }));
  call.abort(new Error("enough"));
  await Promise.all(waiting);
  await expect(fs.readFile(import.meta.filename, { signal: call.asSignal() })).rejects.toThrow(/abort/i);
});
