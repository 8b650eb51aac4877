// Anything on the standard streams that is not a plain request gets an answer, with the right error.
import { describe, expect, test } from "vitest";

import { makeTree } from "../support/make-tree.ts";
import { ENVELOPE, greeting, nestedMessage, tell, type Message } from "../support/stdio-server.ts";

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const CALL = { ...PING, method: "tools/call", params: { name: "list_dir", arguments: { dir_path: "." } } };

/** The ids and error codes of messages, in order; results have no code. */
function outline(messages: readonly (Message | Message[])[]): unknown[] {
  return messages.map((message) =>
    Array.isArray(message) ? outline(message) : [message.id, message.error?.code].filter((item) => item !== undefined),
  );
}

describe("anything that is not a request gets a protocol error", () => {
  test("on a connection of the old era", async () => {
    const { messages, status } = await tell(
      [
        ...greeting(),
        "no JSON",
        { ...PING, id: 1.5 },
        { ...CALL, id: 2.5 },
        { ...PING, id: null },
        { ...PING, id: {} },
        { ...PING, id: "positional", params: [1, 2] },
        { ...CALL, id: "text", params: "text" },
        { ...PING, id: "old", jsonrpc: "1.0" },
        { jsonrpc: "2.0", id: "nameless", method: 5 },
        "5",
        "null",
        // These expect no answer.
        { jsonrpc: "2.0", method: "notifications/odd", params: [1] },
        { jsonrpc: "2.0", id: 9, result: null },
        { ...PING, id: "last" },
      ],
      makeTree("a"),
    );
    expect(outline(messages)).toEqual([
      [null, -32_700],
      [1.5, -32_600],
      [2.5, -32_600],
      [null, -32_600],
      [null, -32_600],
      ["positional", -32_602],
      ["text", -32_602],
      ["old", -32_600],
      ["nameless", -32_600],
      [null, -32_600],
      [null, -32_600],
      ["hello"],
      ["last"],
    ]);
    expect(status).toBe(0);
  });

  test("on one of the new era", async () => {
    const modern = { ...PING, id: "first", method: "tools/list", params: { _meta: ENVELOPE } };
    const { messages } = await tell(
      [modern, { ...modern, id: 0.5 }, { ...modern, id: 2, params: [] }, [modern]],
      makeTree("a"),
    );
    expect(outline(messages).toSorted()).toEqual([[0.5, -32_600], [2, -32_602], ["first"], [null, -32_600]].toSorted());
  });
});

test.each(["version", "id", "method", "name", "arguments"])("%s nested too deep to be repeated", async (where) => {
  const { messages, status } = await tell([nestedMessage(where), PING], makeTree("a"));
  const errors = (messages as Message[]).filter(({ error }) => error !== undefined);
  expect(outline(errors)).toEqual([[where === "id" ? null : "deep", expect.any(Number)]]);
  expect(outline(messages)).toContainEqual([1]);
  expect(status).toBe(0);
});

test("empty arguments are those of a call without any", async () => {
  const calls = [{}, { arguments: null }, { arguments: "" }, { arguments: {} }, { arguments: "{}" }];
  const messages = calls.map((given, id) => ({ ...CALL, id, params: { name: "list_dir", ...given } }));
  const { messages: answers } = await tell([...greeting(), ...messages], makeTree("a"));
  expect(outline(answers).toSorted()).toEqual([["hello"], [0], [1], [2], [3], [4, -32_602]].toSorted());
});

test("a cancellation without an id cancels nothing", async () => {
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { reason: "none" } };
  const { messages } = await tell([...greeting(), { ...CALL, id: "" }, cancel], makeTree("a"));
  expect(outline(messages)).toEqual([["hello"], [""]]);
});

test("a call that is cancelled gets no answer", async () => {
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "call" } };
  const { messages } = await tell([...greeting(), { ...CALL, id: "call" }, cancel, PING], makeTree("a"));
  expect(outline(messages)).toEqual([["hello"], [1]]);
});

test.each([
  ["legacy", undefined],
  ["modern", ENVELOPE],
])("an error repeats only part of an unknown tool's name, %s", async (_era, _meta) => {
  const name = "x".repeat(9e6);
  const call = { ...CALL, params: { name, arguments: {}, ...(_meta && { _meta }) } };
  const { messages } = await tell([...(_meta ? [] : greeting()), call], makeTree("a"));
  const [answer] = messages.filter((message) => !Array.isArray(message) && message.id === 1) as Message[];
  expect(answer?.error?.code).toBe(-32_602);
  expect(answer?.error?.message).toMatch(/^Tool x{100,200}.* not found$/);
  expect(JSON.stringify(answer).length).toBeLessThan(1000);
});

test.each(["2024-11-05", "2025-03-26", "2025-11-25"])("a batch is refused in version %s", async (version) => {
  const { messages } = await tell([...greeting(version), [PING, CALL], [], PING], makeTree("a"));
  expect(outline(messages).toSorted()).toEqual([["hello"], [null, -32_600], [null, -32_600], [1]].toSorted());
});
