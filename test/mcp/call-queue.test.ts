// Which calls run at the same time, over MCP: one queue for all routers of a server.
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { toMcpSettings } from "../../src/mcp/mcp-settings.ts";
import { ToolCaller } from "../../src/mcp/tool-caller.ts";
import { inDepth } from "../support/deep.ts";
import { Dice } from "../support/fuzz-calls.ts";
import { heldTools, playCalls, type Outcome } from "../support/held-tools.ts";
import { WAYS } from "../support/mcp-connection.ts";
import { connectInProcess } from "../support/mcp-in-process.ts";
import { stopClock, throughTime } from "../support/virtual-time.ts";

const TOO_LATE = "the server is busy: the call's turn did not come in time; call again in some seconds";

const OPTIONS = { fileSystem: memory([]), maxRunning: 3 };

/** More working directories than a server keeps routers for. */
function metaOf(dice: Dice) {
  return { "codex/sandbox-state-meta": { sandboxCwd: pathToFileURL(`/directory-${dice.roll(20)}`).href } };
}

describe.each(WAYS)("calls, $era, $transport", (way) => {
  test("start when the model says so, cancelled and failing ones among them", async () => {
    const held = heldTools();
    const arrivals = vi.spyOn(ToolCaller.prototype, "call");
    onTestFinished(() => arrivals.mockRestore());
    const client = await connectInProcess(way, { ...OPTIONS, extraTools: held.tools });
    const places = new Dice(16);
    const sent = { calls: 0, cancelled: 0 };
    const call = async (name: string, id: string, signal: AbortSignal): Promise<Outcome> => {
      sent.calls += 1;
      signal.addEventListener("abort", () => {
        sent.cancelled += 1;
      });
      const request = { name, arguments: { id }, _meta: metaOf(places) };
      try {
        const { content, isError = false } = await client.callTool(request, { signal });
        expect(content).toEqual([{ type: "text", text: isError ? `${name} failed: ${id}` : id }]);
        return isError ? "failed" : "answered";
      } catch {
        return "cancelled";
      }
    };
    const settle = async (started: number) => {
      const isSettled = () => {
        const signals = arrivals.mock.calls.map(([, , { mcpReq }]) => mcpReq.signal);
        const cancelled = signals.filter(({ aborted }) => aborted).length;
        return signals.length === sent.calls && cancelled === sent.cancelled && held.started.length >= started;
      };
      do {
        // At least one turn, for what must not start.
        await new Promise((resolve) => setImmediate(resolve));
      } while (!isSettled());
    };
    // In the old era, a server over HTTP learns of it only when the connection drops.
    const mayCancel = way.era === "modern" || way.transport === "stdio";
    const play = { held, steps: inDepth(60, 600), most: OPTIONS.maxRunning, mayCancel, isAnsweredAnyway: false };
    const seen = await playCalls(new Dice(6), { ...play, call, settle });
    expect(seen.answered).toBeGreaterThan(play.steps / 10);
    expect(sent.cancelled > play.steps / 20).toBe(mayCancel);
  });
});

describe("a call that waits", () => {
  /** Calls of a server's tools, by their ids, without a transport. */
  function open() {
    const held = heldTools();
    const options = { ...OPTIONS, maxRunning: 1, extraTools: held.tools, deadlineMs: Infinity };
    const caller = new ToolCaller(toMcpSettings(options, false));
    const call = async (name: string, id: string, { signal } = new AbortController()) => {
      const context = { mcpReq: { id, signal, async notify() {} } };
      return (await caller.call(name, { id }, context)).content[0]?.text;
    };
    return { held, call };
  }

  test("is answered after half a minute, whatever it waits for", async () => {
    stopClock();
    const { held, call } = open();
    void call("alone", "first");
    const { value, ms } = await throughTime(Promise.all([call("beside", "second"), call("alone", "third")]));
    expect(value).toEqual(Array(2).fill(TOO_LATE));
    expect(ms).toBe(30_000);
    expect(held.started).toEqual(["first"]);
  });

  test("is turned away if too many wait already", async () => {
    const { call } = open();
    void call("alone", "first");
    const controllers = Array.from({ length: 4096 }, () => new AbortController());
    const waiting = controllers.map((controller, index) => call("beside", String(index), controller));
    expect(await call("beside", "last")).toBe(
      "the server is busy: 4096 calls wait already; call again in some seconds",
    );
    controllers.forEach((controller) => controller.abort());
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(["the call was cancelled before its turn came"]));
  });
});
