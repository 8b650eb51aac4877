// A host that lies to the page of `dirleaf mcp --ui`: messages and answers of any shape, answers to other calls, numbers that can't
// be. The page goes on, and asks for nothing without end. An error that nobody catches would fail the run.
import fc from "fast-check";
import { expect, test } from "vitest";

import { HostCarrier } from "../../src/web/page/host-carrier.ts";
import type { NameBytes, TreeRow } from "../../src/web/page/open-tree.ts";
import { PageSession } from "../../src/web/page/page-session.ts";
import { inDepth } from "../support/deep.ts";
import { carrierFor } from "../support/noted-carrier.ts";

const ABOUT = { version: "1", roots: [], profiles: ["leaf"], tools: [] };

/** More than any of these tests needs, and few enough to wait for. */
const MOST_CALLS = 3000;

interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly name: string; readonly arguments: Record<string, unknown> };
}

/** What a host answers to a call: messages, in this order. */
type Answer = (call: Sent) => Promise<readonly unknown[]> | readonly unknown[];

interface Shown {
  readonly session: PageSession;
  /** How often tools were called so far. */
  readonly calls: () => number;
}

/** The page in a host that answers like this, once it has been told which directory it is about. */
async function show(answer: Answer, messages: readonly unknown[] = []): Promise<Shown> {
  let receive: (message: unknown) => void = () => {};
  let calls = 0;
  const send = async (message: Sent) => {
    if (message.method === "tools/call") {
      calls += 1;
      const answers = calls > MOST_CALLS ? [{ id: message.id, error: {} }] : await answer(message);
      answers.forEach((part) => receive(part));
    }
  };
  const port = {
    send: (message: object) => void send(message as Sent),
    listen: (onMessage: typeof receive) => {
      receive = onMessage;
    },
  };
  const carrier = new HostCarrier(port, ABOUT, () => {});
  messages.forEach((message) => receive(message));
  receive({ method: "ui/notifications/tool-input", params: { arguments: { dir_path: "/r" } } });
  const session = new PageSession(carrier, await carrier.about(), () => {});
  return { session, calls: () => calls };
}

/** Lets everything happen that is under way. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Does what a user can do. */
async function use(session: PageSession): Promise<void> {
  await settle();
  const { tree } = session;
  const { root } = tree;
  tree.want(0, 40);
  tree.want(tree.rows - 20, 20);
  await settle();
  session.open(tree.rowAt(1) ?? (tree.rowAt(0) as TreeRow));
  session.focusOn(tree.rows - 1, "click");
  await session.seek(root, "m");
  await session.jump("zzz");
  await session.show({ root, names: ["a", "b", "c"] as NameBytes[] });
  session.find("a*");
  for (let look = 0; look < 5; look += 1) {
    await settle();
    session.search?.want(0, session.search.rows);
  }
  session.find("");
  await settle();
}

const honest = carrierFor(["/r/a/b/c", "/r/d", "/r/m/n"]);

async function honestAnswer({ id, params }: Sent): Promise<object> {
  const { content, success } = await honest.callTool(params.name, JSON.stringify(params.arguments));
  return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: content }], isError: !success } };
}

function textAnswer(text: string): Answer {
  return ({ id }) => [{ id, result: { content: [{ type: "text", text }] } }];
}

test("messages of any shape", async () => {
  const fields = { jsonrpc: fc.anything(), id: fc.anything(), params: fc.anything(), result: fc.anything() };
  const methods = ["tool-input", "tool-result", "host-context-changed"].map((name) => `ui/notifications/${name}`);
  const message = fc.oneof(
    fc.anything(),
    fc.record(
      { ...fields, method: fc.oneof(fc.constantFrom(...methods), fc.anything()), error: fc.anything() },
      { requiredKeys: [] },
    ),
    fc.record({
      method: fc.constantFrom(...methods),
      params: fc.record({ arguments: fc.anything(), content: fc.oneof(fc.anything(), fc.array(fc.anything())) }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(message), async (messages) => {
      const { session } = await show(async (call) => [await honestAnswer(call)], messages);
      await expect.poll(() => session.tree.rows, { interval: 1 }).toBeGreaterThan(1);
    }),
    { numRuns: inDepth(12, 2000) },
  );
});

test("answers of any shape, in any order, to any call", async () => {
  const odd = fc.oneof(
    fc.anything(),
    fc.record({ content: fc.anything(), isError: fc.anything() }),
    fc.record({
      content: fc.array(fc.oneof(fc.anything(), fc.record({ type: fc.constant("text"), text: fc.anything() }))),
    }),
    fc
      .array(
        fc.constantFrom(
          "a/",
          "  b",
          "__proto__/",
          "constructor (3)",
          "toString",
          "… ",
          "x* (999,999,999,999)",
          "[empty]",
        ),
      )
      .map((lines) => ({ content: [{ type: "text", text: ["Absolute path: /r", ...lines].join("\n") }] })),
  );
  const lie = fc.record({ result: odd, error: fc.option(fc.anything()), isTwice: fc.boolean(), isLie: fc.boolean() });
  const ids = fc.constantFrom<unknown>("1", "__proto__", "constructor", null, NaN, -1, {}, []);
  await fc.assert(
    fc.asyncProperty(fc.array(lie, { minLength: 1 }), ids, async (lies, wrongId) => {
      let turn = 0;
      const { session, calls } = await show(async (call) => {
        const { result, error, isTwice, isLie } = lies[(turn += 1) % lies.length] as (typeof lies)[number];
        const told = isLie ? { id: call.id, result, error } : await honestAnswer(call);
        return [{ id: wrongId, result }, told, ...(isTwice ? [{ id: call.id, result, error }] : [])];
      });
      await use(session);
      expect(calls()).toBeLessThan(MOST_CALLS);
    }),
    { numRuns: inDepth(8, 1000) },
  );
});

test.each<[string, string]>([
  ["a directory without end", "Absolute path: /r\na\nMore than 1 entries found; continue with after: a"],
  ["pages that hold nothing", "Absolute path: /r\nMore than 0 entries found; continue with after: a"],
  ["a page of far too many", `Absolute path: /r\n${"a\n".repeat(2000)}b`],
  ["an impossible count", "Absolute path: /r\nx* (100,000,000,000,000,000,000)"],
  ["a count that is not partial", "Absolute path: /r\nx* (900,000,000,000,000)\na/ (9,007,199,254,740,992)"],
  ["names of prototypes", "Absolute path: /r\n__proto__/\nconstructor/\nhasOwnProperty/\ntoString"],
  [
    "too many directories",
    `Absolute path: /r\n${Array.from({ length: 500 }, (_, index) => `${"  ".repeat(index)}a/`).join("\n")}`,
  ],
  ["nothing", ""],
])("%s, as the answer to everything", async (_, text) => {
  const { session, calls } = await show(textAnswer(text));
  await use(session);
  expect(calls()).toBeLessThan(MOST_CALLS);
});

test.each(["100,000,000,000,000,000,000", "9,007,199,254,740,992"])("a map that counts %s entries", async (count) => {
  const { session, calls } = await show(async (call) =>
    call.params.name === "map_dir"
      ? textAnswer(`Absolute path: /r\nx* (${count})`)(call)
      : textAnswer("Absolute path: /r\na\nm\nMore than 2 entries found; continue with after: m")(call),
  );
  await expect.poll(() => session.tree.rows, { interval: 1 }).toBeGreaterThan(1e9);
  await use(session);
  expect(calls()).toBeLessThan(MOST_CALLS);
});
