// Which calls run at the same time, against a slow and obvious model, and what waits for a tool that runs alone.
import { expect, test } from "vitest";

import { CallQueue } from "../../src/tooling/tool-router.ts";
import type { Tool } from "../../src/tooling/tool.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { inDepth } from "../support/deep.ts";
import { Dice } from "../support/dice.ts";

/** Lets everything happen that waits for nothing. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

const CANCELLED = "the call was cancelled before it started";

/** A call as the model sees it. */
interface ModelCall {
  readonly id: number;
  readonly isParallel: boolean;
  readonly abort: AbortController;
  isRunning: boolean;
}

/** Starts the calls whose turn it is: a call runs alone, or beside parallel ones that all calls before it are, too. */
function startInTurn(calls: readonly ModelCall[], most: number): number[] {
  const started: number[] = [];
  calls.forEach((call, index) => {
    const hasTurn = calls.slice(0, index).every((earlier) => earlier.isParallel && call.isParallel);
    if (hasTurn && !call.isRunning && calls.filter(({ isRunning }) => isRunning).length < most) {
      call.isRunning = true;
      started.push(call.id);
    }
  });
  return started;
}

test.each([Infinity, 3])(
  "calls start when the model says so, at most %d at once, whichever end or fail",
  async (most) => {
    const queue = new CallQueue(most);
    const dice = new Dice(24);
    const steps = inDepth(800, 30_000);
    const started: number[] = [];
    const finish = new Map<number, (error?: Error) => void>();
    const outcomes: Promise<string>[] = [];
    const expected: string[] = [];
    /** Those that are not over, in the order in which they came. */
    let calls: ModelCall[] = [];
    const make = (): ModelCall => {
      const call = { id: outcomes.length, isParallel: !dice.once(4), abort: new AbortController(), isRunning: false };
      const work = () => {
        started.push(call.id);
        return new Promise<string>((resolve, reject) => {
          finish.set(call.id, (error) => (error === undefined ? resolve("answered") : reject(error)));
        });
      };
      outcomes.push(queue.run(call.isParallel, call.abort.signal, work).catch(({ message }: Error) => message));
      expected.push("answered");
      return call;
    };
    for (let step = 0; step < steps || calls.length > 0; step += 1) {
      const running = calls.filter(({ isRunning }) => isRunning);
      const roll = dice.roll(20);
      if (step < steps && (running.length === 0 || (roll < 9 && calls.length < 20))) {
        calls.push(make());
      } else if (step < steps && roll < 13) {
        const call = dice.pick(calls);
        // A call that runs is cancelled by its own work, and what runs here does not listen.
        if (!call.isRunning) {
          expected[call.id] = CANCELLED;
          calls = calls.filter((other) => other !== call);
        }
        call.abort.abort();
      } else {
        const call = dice.pick(running);
        const error = dice.once(8) ? new Error("failed") : undefined;
        expected[call.id] = error?.message ?? "answered";
        finish.get(call.id)?.(error);
        calls = calls.filter((other) => other !== call);
      }
      const now = startInTurn(calls, most);
      await turn();
      expect(started.splice(0)).toEqual(now);
    }
    expect(await Promise.all(outcomes)).toEqual(expected);
    const counts = ["answered", "failed", CANCELLED].map(
      (outcome) => expected.filter((each) => each === outcome).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(steps / 100);
  },
);

test("calls that share a signal leave the queue together", async () => {
  const queue = new CallQueue();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string, isParallel: boolean, signal?: AbortSignal) =>
    queue
      .run(isParallel, signal, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch(({ message }: Error) => message);
  const running = run("running", true);
  const controller = new AbortController();
  const waiting = [false, true, false, true].map((isParallel) => run("cancelled", isParallel, controller.signal));
  const last = run("last", true);
  controller.abort();
  waiting.push(run("never", false, controller.signal));
  expect(await Promise.all(waiting)).toEqual(Array(5).fill(CANCELLED));
  expect(started).toEqual(["running", "last"]);
  ends.forEach((end) => end());
  await Promise.all([running, last]);
});

test("our calls wait for an exclusive tool, and an unknown tool name does not wait", async () => {
  let end = (): void => {};
  const alone: Tool = {
    name: "alone",
    description: "Runs until the test ends it.",
    parameters: { type: "object", properties: {} },
    supportsParallelCalls: false,
    async handle() {
      await new Promise<void>((resolve) => (end = resolve));
      return { content: "", success: true };
    },
  };
  const router = createToolRouter({ extraTools: [alone] });
  const order: string[] = [];
  const call = async (toolName: string) => {
    const payload = { type: "function", arguments: '{"dir_path":""}' } as const;
    await router.respond({ toolName, callId: "1", payload });
    order.push(toolName);
  };
  const both = [call("alone"), call("list_dir")];
  await call("nope");
  await turn();
  end();
  await Promise.all(both);
  expect(order).toEqual(["nope", "alone", "list_dir"]);
});
