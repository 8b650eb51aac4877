// Two tools whose calls run until the test ends them: `beside` may run in parallel, `alone` may not. With them, a slow and obvious
// model of which calls run, and random calls that are compared with it.
import { expect } from "vitest";

import type { Tool } from "../../src/tooling/tool.ts";
import type { Dice } from "./fuzz-calls.ts";

/** How a running call is to end. */
export type Order = "end" | "fail";

export interface HeldTools {
  readonly tools: readonly Tool[];
  /** The calls whose handlers have started, in this order. */
  readonly started: string[];
  order(id: string, order: Order): void;
}

export function heldTools(): HeldTools {
  const started: string[] = [];
  const waiting = new Map<string, (order: Order) => void>();
  const handle: Tool["handle"] = async ({ payload }) => {
    const { id } = JSON.parse(payload.type === "function" ? payload.arguments : "") as { id: string };
    started.push(id);
    const order = await new Promise<Order>((resolve) => {
      waiting.set(id, resolve);
    });
    if (order === "fail") {
      throw new Error(id);
    }
    return { content: id, success: true };
  };
  const id = { type: "string", description: "Of the call." } as const;
  const parameters = { type: "object", properties: { id }, required: ["id"] } as const;
  const tools = ["beside", "alone"].map((name) => {
    return { name, description: "Held.", parameters, supportsParallelCalls: name === "beside", handle };
  });
  return { tools, started, order: (call, order) => waiting.get(call)?.(order) };
}

interface ModelCall {
  readonly id: string;
  readonly isParallel: boolean;
  isRunning: boolean;
}

/** Whether a call runs, from nothing but the calls before it. */
class LockModel {
  readonly started: string[] = [];
  /** Those that are not over, in the order of their turns. */
  calls: ModelCall[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get running(): ModelCall[] {
    return this.calls.filter(({ isRunning }) => isRunning);
  }

  add(call: ModelCall): void {
    this.calls.push(call);
    this.#start();
  }

  remove(call: ModelCall): void {
    this.calls = this.calls.filter((other) => other !== call);
    this.#start();
  }

  #start(): void {
    this.calls.forEach((call, index) => {
      const hasTurn = this.calls.slice(0, index).every((earlier) => earlier.isParallel && call.isParallel);
      if (hasTurn && !call.isRunning && this.running.length < this.#most) {
        call.isRunning = true;
        this.started.push(call.id);
      }
    });
  }
}

/** How many calls are made before some must end. */
const MOST_CALLS = 20;

/** How a call ended. */
export type Outcome = "answered" | "failed" | "cancelled";

export interface Play {
  readonly held: HeldTools;
  readonly steps: number;
  /** How many handlers may run at once. */
  readonly most: number;
  readonly mayCancel: boolean;
  /** Whether a call that is cancelled while it runs is answered all the same. */
  readonly isAnsweredAnyway: boolean;
  /** Makes a call, and says how it ended. */
  call(tool: string, id: string, signal: AbortSignal): Promise<Outcome>;
  /** Waits until everything that was asked for has happened. */
  settle(started: number): Promise<void>;
}

/** Makes random calls, and ends, fails and cancels them, in every state. Expects the starts and the outcomes of the model. */
export async function playCalls(dice: Dice, play: Play): Promise<Record<Outcome, number>> {
  const { held, steps, most, mayCancel, isAnsweredAnyway, call: makeCall, settle } = play;
  const model = new LockModel(most);
  const aborts = new Map<ModelCall, AbortController>();
  const outcomes: Promise<Outcome>[] = [];
  const expected: Outcome[] = [];
  const make = () => {
    const isParallel = !dice.once(4);
    const call = { id: String(outcomes.length), isParallel, isRunning: false };
    const abort = new AbortController();
    outcomes.push(makeCall(isParallel ? "beside" : "alone", call.id, abort.signal));
    expected.push("answered");
    aborts.set(call, abort);
    model.add(call);
  };
  const end = (call: ModelCall, order: Order) => {
    if (order === "fail" && expected[Number(call.id)] === "answered") {
      expected[Number(call.id)] = "failed";
    }
    held.order(call.id, order);
    model.remove(call);
  };
  const cancel = (call: ModelCall) => {
    if (!call.isRunning) {
      model.remove(call);
    }
    // The handlers here don't listen to their signal, and what has started is held until it has settled.
    if (!call.isRunning || !isAnsweredAnyway) {
      expected[Number(call.id)] = "cancelled";
    }
    aborts.get(call)?.abort();
  };
  for (let step = 0; step < steps || model.calls.length > 0; step += 1) {
    const { running } = model;
    const roll = dice.roll(20);
    if (step < steps && (running.length === 0 || (roll < 9 && model.calls.length < MOST_CALLS))) {
      make();
    } else if (step < steps && roll < 13 && mayCancel) {
      cancel(dice.pick(model.calls));
    } else {
      end(dice.pick(running), dice.once(8) ? "fail" : "end");
    }
    await settle(model.started.length);
    expect(held.started.splice(0)).toEqual(model.started.splice(0));
  }
  expect(await Promise.all(outcomes)).toEqual(expected);
  const count = (outcome: Outcome) => expected.filter((one) => one === outcome).length;
  return { answered: count("answered"), failed: count("failed"), cancelled: count("cancelled") };
}
