// Calls on a connection of the old era: those that are answered at once, and those that are left to the SDK.
import { setTimeout as delay } from "node:timers/promises";
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

function greeted(): DirectCalls {
  const calls = new DirectCalls(new ToolCaller(settings));
  calls.see({ jsonrpc: "2.0", method: "notifications/initialized" });
  return calls;
}

test("a plain call is answered", async () => {
  const written: string[] = [];
  expect(greeted().take(JSON.stringify(CALL), (line) => written.push(line))).toBe(true);
  await delay(20);
  expect(written.map((line) => JSON.parse(line))).toEqual([
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
])("what is the least bit unusual is left to the SDK: %j", (message) => {
  expect(greeted().take(JSON.stringify(message), () => {})).toBe(false);
  expect(greeted().take(`${JSON.stringify(message)}"tools/call"`, () => {})).toBe(false);
});

test("so is every call before the handshake, and one whose id is in use", () => {
  const line = JSON.stringify(CALL);
  expect(new DirectCalls(new ToolCaller(settings)).take(line, () => {})).toBe(false);
  const calls = greeted();
  expect([calls.take(line, () => {}), calls.take(line, () => {})]).toEqual([true, false]);
});
