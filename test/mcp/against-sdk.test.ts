// Our server beside one of the official SDK that offers the same: thousands of messages, usual, odd and broken ones, and a reason for
// every difference between the answers.
import { PassThrough } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { mapDir } from "../../src/tools/map-dir.ts";
import { Engine } from "../../src/mcp/engine.ts";
import { LineConnection } from "../../src/mcp/line-connection.ts";
import { toMcpSettings } from "../../src/mcp/mcp-settings.ts";
import { makeOffer, type Offer } from "../../src/mcp/offer.ts";
import type { Tool } from "../../src/tooling/tool.ts";
import { anyMessage, openings } from "../support/any-messages.ts";
import { inDepth } from "../support/deep.ts";
import { explainDifference, type Answer, type Reason } from "../support/explain-difference.ts";
import { serveInProcess } from "../support/mcp-in-process.ts";
import { serveSdk, tellSdk } from "../support/sdk-server.ts";
import { greeting, toLines } from "../support/stdio-server.ts";

const OPTIONS = { fileSystem: memory(["/a", "/b/c"]), roots: ["/"] };
const PAGE = "<html></html>";
const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

/** How many turns of the event loop to wait for the SDK, which forgets its calls when the input ends. None of them takes half as many. */
const TURNS = 200;

async function tellOurs(offer: Offer, lines: string): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = new LineConnection(new Engine(offer), input, output, () => {});
  const text = readText(output);
  input.end(lines);
  await connection.ended;
  await connection.idle();
  await connection.written();
  connection.close();
  output.end();
  return text;
}

/** The answers by the id of their request, as JSON. Those to batches and to what has no id are together. */
function byId(lines: readonly string[]): Map<string, Answer[]> {
  const answers = new Map<string, Answer[]>();
  for (const answer of lines.flatMap((line) => JSON.parse(line) as Answer & { params?: { _meta?: object } })) {
    const meta = answer.params?._meta as Record<string, unknown> | undefined;
    const id = JSON.stringify(answer.id ?? meta?.[SUBSCRIPTION] ?? null);
    answers.set(id, [...(answers.get(id) ?? []), answer]);
  }
  return answers;
}

/** Compares answers. Adds the reason for each difference to `met`, and returns how many are the same. */
function compare(
  sent: readonly unknown[],
  ours: Map<string, Answer[]>,
  theirs: Map<string, Answer[]>,
  met: Set<Reason>,
) {
  let same = 0;
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const difference = {
      sent: sent.find((message) => JSON.stringify((message as { id?: unknown } | null)?.id) === id),
      ours: ours.get(id) ?? [],
      theirs: theirs.get(id) ?? [],
    };
    if (isDeepStrictEqual(difference.ours, difference.theirs)) {
      same += 1;
    } else {
      const reason = explainDifference(difference);
      expect(reason, JSON.stringify(difference)).toBeDefined();
      met.add(reason as Reason);
    }
  }
  return same;
}

/** Gives every request an id of its own. */
function withIds(messages: readonly unknown[]): (object | string)[] {
  return messages.map((message, index) => {
    const isRequest = typeof message === "object" && message !== null && "id" in message && message.id === "#";
    return isRequest ? { ...message, id: `#${index}` } : (message as object | string);
  });
}

test("on standard streams, in both eras", async () => {
  const offer = makeOffer(toMcpSettings(OPTIONS, true, PAGE));
  // What is loaded on demand takes longer than a few turns.
  await mapDir({ ...OPTIONS, dirPath: "/" });
  const met = new Set<Reason>();
  let same = 0;
  const messages = fc.array(anyMessage(), { minLength: 20, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...openings()), messages, async (opening, rest) => {
      const sent = [...opening, ...withIds(rest)];
      let turns = 0;
      const [ours, theirs] = await Promise.all([
        tellOurs(offer, toLines(sent)),
        tellSdk(offer, toLines(sent), () => (turns += 1) > TURNS),
      ]);
      const lines = (text: string) => text.split("\n").filter((line) => line !== "");
      same += compare(sent, byId(lines(ours)), byId(lines(theirs)), met);
    }),
    { numRuns: inDepth(80, 600) },
  );
  expect(same).toBeGreaterThan(800);
  expect([...met]).toEqual(expect.arrayContaining(["internal", "order", "silence", "unread", "words"]));
});

test("over HTTP, in both eras", async () => {
  const [ours, theirs] = [
    await serveInProcess(OPTIONS, {}, PAGE),
    await serveSdk(makeOffer(toMcpSettings(OPTIONS, false, PAGE))),
  ];
  const send = async (url: string, message: unknown, version: string | undefined) => {
    const { method, params } = message as { method?: unknown; params?: { name?: unknown; uri?: unknown } };
    const name = method === "resources/read" ? params?.uri : params?.name;
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(version !== undefined && { "mcp-protocol-version": version }),
      ...(typeof method === "string" && method !== "" && { "mcp-method": method }),
      ...(typeof name === "string" && name !== "" && { "mcp-name": name }),
    };
    const body = typeof message === "string" ? message : JSON.stringify(message);
    const response = await fetch(url, { method: "POST", headers, body });
    const text = await response.text();
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, line = ""]) => line);
    const lines = text.startsWith("event:") ? events : text === "" ? [] : [text];
    return { status: response.status, answers: lines.map((line) => JSON.parse(line) as Answer) };
  };
  let same = 0;
  const met = new Set<Reason>();
  // The SDK answers batches of an older version; ours are in serve-http.test.ts.
  const single = anyMessage().filter((message) => !Array.isArray(message) && message !== "[]");
  const versions = fc.constantFrom(undefined, "2025-03-26", "2025-11-25", "2026-07-28", "2026-07-28", "1");
  await fc.assert(
    fc.asyncProperty(single, versions, async (message, version) => {
      const [mine, other] = await Promise.all([send(ours, message, version), send(theirs, message, version)]);
      if (isDeepStrictEqual(mine, other)) {
        same += 1;
      } else {
        const reason = explainDifference({ sent: message, ours: mine.answers, theirs: other.answers });
        expect(reason, JSON.stringify({ version, message, mine, other })).toBeDefined();
        met.add(reason as Reason);
      }
    }),
    { numRuns: inDepth(400, 3000) },
  );
  expect(same).toBeGreaterThan(80);
  expect([...met]).toEqual(expect.arrayContaining(["order", "response", "unread", "words"]));
});

test("calls of other people's tools, whatever they answer", async () => {
  const outputSchema = { type: "object" };
  const contents = ["text\n\u2028\ud800", '{\n "2": 1.0, "1": "\\u00e9", "1": 1e3 }', "[1]", "", "x".repeat(20_000)];
  const extraTools = contents.flatMap((content, index) => [
    toyTool(`text_${index}`, async () => ({ content, success: true })),
    toyTool(`wrong_${index}`, async () => ({ content, success: false }), outputSchema),
    toyTool(`json_${index}`, async () => ({ content, success: true }), outputSchema),
    toyTool(`throws_${index}`, () => Promise.reject(new Error(content))),
  ]);
  const offer = makeOffer(toMcpSettings({ ...OPTIONS, extraTools }, true));
  const calls = extraTools.map(({ name }) => ({ jsonrpc: "2.0", id: name, method: "tools/call", params: { name } }));
  const lines = toLines([...greeting(), ...calls]);
  let turns = 0;
  const [ours, theirs] = await Promise.all([tellOurs(offer, lines), tellSdk(offer, lines, () => (turns += 1) > TURNS)]);
  const sorted = (text: string) => text.split("\n").toSorted();
  expect(sorted(ours)).toEqual(sorted(theirs));
  expect(ours.match(/"result"/g)).toHaveLength(calls.length + 1);
});

function toyTool(name: string, handle: Tool["handle"], outputSchema?: object): Tool {
  const parameters = { type: "object", properties: {}, required: [] } as const;
  return { name, description: "A toy.", parameters, outputSchema, supportsParallelCalls: true, handle };
}
