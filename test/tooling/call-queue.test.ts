// Which calls run at the same time, as a router's callers see it.
import { describe, expect, test } from "vitest";

import type { FunctionCallError } from "../../src/tooling/function-call-error.ts";
import type { ToolRouter } from "../../src/tooling/tool-router.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { inDepth } from "../support/deep.ts";
import { Dice } from "../support/fuzz-calls.ts";
import { heldTools, playCalls, type HeldTools, type Outcome } from "../support/held-tools.ts";

function open(): { held: HeldTools; router: ToolRouter } {
  const held = heldTools();
  return { held, router: createToolRouter({ extraTools: held.tools }) };
}

function dispatch(router: ToolRouter, toolName: string, id: string, signal?: AbortSignal) {
  const payload = { type: "function", arguments: JSON.stringify({ id }) } as const;
  return router.dispatch({ toolName, callId: id, payload, signal });
}

/** Lets everything happen that waits for nothing. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe("calls of tools that may and may not run in parallel", () => {
  test("start when the model says so, cancelled and failing ones among them", async () => {
    const { held, router } = open();
    const call = async (tool: string, id: string, signal: AbortSignal): Promise<Outcome> => {
      try {
        expect(await dispatch(router, tool, id, signal)).toEqual({ content: id, success: true });
        return "answered";
      } catch (error) {
        const { kind, message } = error as FunctionCallError;
        if (kind === "fatal") {
          expect(message).toBe(`${tool} failed: ${id}`);
          return "failed";
        }
        expect(message).toBe("the call was cancelled before its turn came");
        return "cancelled";
      }
    };
    const play = { held, steps: inDepth(800, 30_000), most: Infinity, mayCancel: true, isAnsweredAnyway: true };
    const seen = await playCalls(new Dice(24), { ...play, call, settle: turn });
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(play.steps / 100);
    // Nothing is left behind: the next one starts at once.
    const last = dispatch(router, "alone", "last");
    expect(held.started).toEqual(["last"]);
    // Otherwise it would fail at its deadline, in the middle of another test.
    held.order("last", "end");
    await last;
  });

  test("that share a signal leave the queue together", async () => {
    const { held, router } = open();
    const running = dispatch(router, "beside", "running");
    const controller = new AbortController();
    const waiting = ["alone", "beside", "alone", "beside"].map((tool) => {
      return dispatch(router, tool, "cancelled", controller.signal).catch((error: Error) => error.message);
    });
    const last = dispatch(router, "beside", "last");
    controller.abort();
    waiting.push(dispatch(router, "alone", "never", controller.signal).catch((error: Error) => error.message));
    expect(await Promise.all(waiting)).toEqual(Array(5).fill("the call was cancelled before its turn came"));
    expect(held.started).toEqual(["running", "last"]);
    ["running", "last"].forEach((id) => held.order(id, "end"));
    await Promise.all([running, last]);
  });

  test("of ours beside a tool that runs alone wait for it, and a name that no tool has waits for nothing", async () => {
    const { held, router } = open();
    const alone = dispatch(router, "alone", "first");
    const payload = { type: "function", arguments: '{"dir_path":"relative"}' } as const;
    const order: string[] = [];
    const ours = router.respond({ toolName: "list_dir", callId: "", payload }).then(() => order.push("ours"));
    const unknown = router.respond({ toolName: "nope", callId: "", payload }).then(() => order.push("unknown"));
    await unknown;
    await turn();
    order.push("first");
    held.order("first", "end");
    await Promise.all([alone, ours]);
    expect(order).toEqual(["unknown", "first", "ours"]);
  });
});
