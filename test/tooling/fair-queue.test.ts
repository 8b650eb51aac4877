// Limited work: how much runs, who is next, who is turned away.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { FairQueue } from "../../src/tooling/fair-queue.ts";

/** Work that ends on request. */
function heldWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => {
      ends.set(name, resolve);
    });
    return name;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    // The next one starts some microtasks later.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, work, end };
}

const PATIENT = { waiting: 100, waitMs: 60_000 };

describe("FairQueue", () => {
  test("clients take turns, whatever the order and number of their calls", async () => {
    const queue = new FairQueue({ running: 1, ...PATIENT });
    const { started, work, end } = heldWork();
    const calls = ["a1", "a2", "a3", "b1", "c1", "c2"].map((name) => queue.run(name.slice(0, 1), work(name)));
    for (const name of ["a1", "a2", "b1", "c1", "a3", "c2"]) {
      expect(started.at(-1)).toBe(name);
      await end(name);
    }
    expect(await Promise.all(calls)).toEqual(["a1", "a2", "a3", "b1", "c1", "c2"]);
  });

  test("never runs more than it may, and always runs as many as it can", async () => {
    const anyWork = fc.array(
      fc.record({ client: fc.constantFrom("a", "b", "c"), turns: fc.nat(3), fails: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), anyWork, async (most, works) => {
        const queue = new FairQueue({ running: most, ...PATIENT });
        let running = 0;
        let mostSeen = 0;
        const done = await Promise.allSettled(
          works.map(({ client, turns, fails }) =>
            queue.run(client, async () => {
              running += 1;
              mostSeen = Math.max(mostSeen, running);
              for (let turn = 0; turn < turns; turn += 1) {
                await Promise.resolve();
              }
              running -= 1;
              if (fails) {
                throw new Error("failed");
              }
            }),
          ),
        );
        expect(done.map(({ status }) => status === "rejected")).toEqual(works.map(({ fails }) => fails));
        expect(mostSeen).toBeLessThanOrEqual(most);
      }),
    );
  });

  test("turns away work that has no room or waits too long", async () => {
    const queue = new FairQueue({ running: 1, waiting: 1, waitMs: 5 });
    const { work, end } = heldWork();
    const first = queue.run("a", work("first"));
    const second = queue.run("a", work("second"));
    await expect(queue.run("a", work("third"))).rejects.toThrow(
      "the server is busy: 1 calls wait already; call again in some seconds",
    );
    await expect(second).rejects.toThrow("did not come in time");
    await end("first");
    expect(await first).toBe("first");
    const after = queue.run("a", work("after"));
    await end("after");
    expect(await after).toBe("after");
  });

  test("a client that has filled the queue loses places to others, but not to itself", async () => {
    const queue = new FairQueue({ running: 1, waiting: 4, waitMs: 60_000 });
    const { started, work, end } = heldWork();
    const names = ["a0", "a1", "a2", "a3", "a4", "b1", "a5", "b2", "b3"];
    const outcomes = names.map((name) => queue.run(name.slice(0, 1), work(name)).catch(() => "full"));
    for (const name of ["a0", "a1", "b1", "a2", "b2"]) {
      expect(started.at(-1)).toBe(name);
      await end(name);
    }
    const full = "full";
    expect(await Promise.all(outcomes)).toEqual(["a0", "a1", "a2", full, full, "b1", full, "b2", full]);
  });

  test("work that is cancelled while it waits leaves the queue, and keeps nobody waiting", async () => {
    const queue = new FairQueue({ running: 1, ...PATIENT });
    const { started, work, end } = heldWork();
    const leaving = new AbortController();
    const first = queue.run("a", work("first"));
    const left = queue.run("a", work("left"), leaving.signal);
    const last = queue.run("b", work("last"));
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    await end("first");
    await end("last");
    await Promise.all([first, last]);
    expect(started).toEqual(["first", "last"]);
  });
});
