// Plain calls on the standard streams, which we answer without the SDK: every byte is the one that the SDK would send.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Tool } from "../../src/tooling/tool.ts";
import { tellBothWays } from "../support/both-ways.ts";
import { makeTree } from "../support/make-tree.ts";
import { ERAS, oddVariants, plainCall, plainVariants, randomCall } from "../support/odd-calls.ts";
import { ENVELOPE, greeting } from "../support/stdio-server.ts";

/** The first message of a connection, which the SDK answers in any case. */
function opening(envelope: object | undefined): object[] {
  const list = { jsonrpc: "2.0", id: "opening", method: "tools/list", params: { _meta: envelope } };
  return envelope === undefined ? greeting() : [list];
}

function toyTool(name: string, handle: Tool["handle"], outputSchema?: object): Tool {
  const parameters = { type: "object", properties: {}, required: [] } as const;
  return { name, description: "A toy.", parameters, outputSchema, supportsParallelCalls: true, handle };
}

describe.each(ERAS)("on the standard streams, $era era", ({ envelope }) => {
  const root = () => makeTree("a", "b/c");

  test("plain calls get the answers of the SDK, without it", async () => {
    const directory = root();
    for (const call of plainVariants(directory, envelope)) {
      const { ours, theirs, plain } = await tellBothWays([...opening(envelope), call], { roots: [directory] });
      expect({ call, plain, answer: ours }).toEqual({ call, plain: 1, answer: theirs });
      expect(ours).toContain('"result"');
    }
  });

  test("plain calls of other people's tools, too, whatever they answer", async () => {
    const outputSchema = { type: "object" };
    const contents = ["text\n\u2028\ud800", '{\n "2": 1.0, "1": "\\u00e9", "1": 1e3 }', "[1]", "", "x".repeat(20_000)];
    const tools = contents.flatMap((content, index) => [
      toyTool(`text_${index}`, async () => ({ content, success: true })),
      toyTool(`wrong_${index}`, async () => ({ content, success: false }), outputSchema),
      toyTool(`json_${index}`, async () => ({ content, success: true }), outputSchema),
      toyTool(`throws_${index}`, () => Promise.reject(new Error(content))),
    ]);
    const call = plainCall("/", envelope);
    for (const tool of tools) {
      const { name } = tool;
      const message = { ...call, params: { ...call.params, name } };
      const { ours, theirs, plain } = await tellBothWays([...opening(envelope), message], { extraTools: [tool] });
      expect({ name, plain, answer: ours }).toEqual({ name, plain: 1, answer: theirs });
      expect(ours.split("\n").filter((line) => line.includes('"id":1'))).toEqual([expect.stringContaining('"result"')]);
    }
  });

  test("the SDK judges everything else", async () => {
    const directory = root();
    for (const call of oddVariants(directory, envelope)) {
      const { ours, theirs, plain } = await tellBothWays([...opening(envelope), call], { roots: [directory] });
      expect({ call, plain, answer: ours }).toEqual({ call, plain: 0, answer: theirs });
    }
  });

  test("a cancelled call gets no answer, and a second call with its id gets the one of the SDK", async () => {
    const directory = root();
    const call = plainCall(directory, envelope);
    const cancel = (requestId: unknown) => ({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId },
    });
    const messages = [...opening(envelope), call, call, { ...call, id: 2 }, cancel(2), cancel("other")];
    const { ours, theirs, plain } = await tellBothWays(messages, { roots: [directory] });
    expect({ plain, answer: ours }).toEqual({ plain: 2, answer: theirs });
    expect(ours.match(/"id":\d/g)).toEqual(['"id":1', '"id":1']);
  });
});

test("which calls are plain depends on how the connection began", async () => {
  const directory = makeTree("a");
  const [old, now] = [
    { ...plainCall(directory), id: "old" },
    { ...plainCall(directory, ENVELOPE), id: "new" },
  ];
  const discover = { jsonrpc: "2.0", id: "d", method: "server/discover", params: { _meta: ENVELOPE } };
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "x" } };
  const claiming = { ...cancelled, params: { requestId: "x", _meta: ENVELOPE } };
  const refused = { ...discover, method: "tools/list", params: { _meta: { ...ENVELOPE, progressToken: {} } } };
  const later = { ...ENVELOPE, "io.modelcontextprotocol/protocolVersion": "2026-07-29" };
  const unsupported = { ...refused, params: { _meta: later } };
  const [initialize, initialized] = greeting() as [object, object];
  for (const [begin, plain] of [
    [[], 0],
    [[initialize], 0],
    [[initialize, initialized], 1],
    [[initialized], 1],
    [[old], 0],
    [[now], 1],
    [[now, initialize, initialized], 1],
    [[discover], 0],
    [[discover, initialize, initialized], 1],
    [[discover, now], 1],
    [[discover, old, initialized], 1],
    [[cancelled, now], 0],
    [[cancelled, initialized], 1],
    [[claiming], 0],
    [[claiming, initialize, initialized], 0],
    [[refused], 0],
    [[refused, initialize, initialized], 1],
    [[unsupported, initialize, initialized], 1],
    [[unsupported, now], 1],
    [[{ jsonrpc: "2.0", id: 9, result: {} }, now], 1],
  ] as const) {
    // Only the call of the connection's own era is plain.
    const messages = [...begin, { ...old, id: 1 }, { ...now, id: 2 }];
    const answers = await tellBothWays(messages, { roots: [directory] });
    expect({ begin, ...answers }).toEqual({ begin, ...answers, ours: answers.theirs });
    expect({ begin, plain: answers.plain }).toEqual({ begin, plain });
  }
});

test("calls that are put together at random get the same answers", async () => {
  const directory = makeTree("a");
  await fc.assert(
    fc.asyncProperty(randomCall(directory), fc.constantFrom(...ERAS), async (message, { envelope }) => {
      const { ours, theirs } = await tellBothWays([...opening(envelope), message], { roots: [directory] });
      expect(ours).toBe(theirs);
    }),
  );
});
