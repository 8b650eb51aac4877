// Calls on a connection of the old era: those we answer directly, and those we leave to the SDK.
import { expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { DirectCalls } from "../../src/mcp/direct-calls.ts";
import { toMcpSettings } from "../../src/mcp/mcp-settings.ts";
import { ToolCaller } from "../../src/mcp/tool-caller.ts";

const settings = toMcpSettings({ fileSystem: memory(["/repo/a"]), roots: ["/repo"] }, true);
const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "list_dir", arguments: { dir_path: "/repo" } },
};

/** Collects the answers to calls. */
function listener() {
  const answers: (string | undefined)[] = [];
  return { answers, open: () => (answer: string | undefined) => void answers.push(answer), notify: () => {} };
}

function greeted(): DirectCalls {
  const calls = new DirectCalls(new ToolCaller(settings));
  calls.see({ jsonrpc: "2.0", method: "notifications/initialized" });
  return calls;
}

test("a plain call is answered", async () => {
  const { answers, ...sink } = listener();
  expect(greeted().take(CALL, sink)).toBe(true);
  await expect.poll(() => answers.length).toBe(1);
  expect(answers.map((line) => JSON.parse(line ?? ""))).toEqual([
    { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "Absolute path: /repo\na" }] } },
  ]);
});

test.each([
  { ...CALL, jsonrpc: "1.0" },
  { ...CALL, id: null },
  { ...CALL, id: 1.5 },
  { ...CALL, method: "tools/list", note: "tools/call" },
  { ...CALL, params: "tools/call" },
  { ...CALL, params: { ...CALL.params, name: "rm" } },
  { ...CALL, params: { ...CALL.params, name: 1 } },
  { ...CALL, params: { ...CALL.params, arguments: [] } },
  { ...CALL, params: { ...CALL.params, arguments: null } },
  { ...CALL, params: { ...CALL.params, task: { ttl: 1 } } },
  { ...CALL, params: { ...CALL.params, _meta: [] } },
  { ...CALL, params: { ...CALL.params, _meta: { progressToken: {} } } },
  [CALL],
])("leaves anything unusual to the SDK: %j", (message) => {
  expect(greeted().take(message, listener())).toBe(false);
});

test("leaves every call before the handshake to the SDK, and one whose id is in use", () => {
  expect(new DirectCalls(new ToolCaller(settings)).take(CALL, listener())).toBe(false);
  const calls = greeted();
  expect([calls.take(CALL, listener()), calls.take(CALL, listener())]).toEqual([true, false]);
});

test("a cancellation stops the call that it names, and nothing if it names none", async () => {
  const calls = greeted();
  const [cancelled, other] = [listener(), listener()];
  calls.take({ ...CALL, id: 1 }, cancelled);
  calls.take({ ...CALL, id: "" }, other);
  calls.see({ jsonrpc: "2.0", method: "notifications/cancelled", params: {} });
  calls.see({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  await expect.poll(() => [...cancelled.answers, ...other.answers]).toHaveLength(2);
  expect(cancelled.answers).toEqual([undefined]);
  expect(other.answers[0]).toContain('"id":""');
});
