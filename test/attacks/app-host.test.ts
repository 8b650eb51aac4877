// A host that lies to the page of `dirleaf mcp --ui`: messages and answers of any shape, answers to other calls, numbers that can't
// be. The page goes on, and asks for nothing without end. An error that nobody catches would fail the run.
import fc from "fast-check";
import { expect, test } from "vitest";

import { HostClient } from "../../src/web/page/host-client.ts";
import type { TreeRow } from "../../src/web/page/open-tree.ts";
import { PageSession } from "../../src/web/page/page-session.ts";
import { inDepth } from "../support/deep.ts";
import { serverFor } from "../support/recording-client.ts";

const ABOUT = { version: "1", roots: [], tools: [] };

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
  const client = new HostClient(port, ABOUT, () => {});
  messages.forEach((message) => receive(message));
  receive({ method: "ui/notifications/tool-input", params: { arguments: { dir_path: "/r" } } });
  const session = new PageSession(client, await client.about(), () => {});
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
  await session.show({ root, names: ["a", "b", "c"] });
  session.find("a*");
  for (let look = 0; look < 5; look += 1) {
    await settle();
    session.search?.want(0, session.search.rows);
  }
  session.find("");
  await settle();
}

const honest = serverFor(["/r/a/b/c", "/r/d", "/r/m/n"]);

async function honestAnswer({ id, params }: Sent): Promise<object> {
  return { jsonrpc: "2.0", id, result: await honest(params) };
}

/** The texts of an answer: what a model reads, and what the server adds for the page. */
function textsOf(added: string): object[] {
  return ["Absolute path: /r\na/\n  b", added].map((text) => ({ type: "text", text }));
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
    { numRuns: inDepth(12, 500) },
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
      .oneof(
        fc.json(),
        fc.json().map((json) => `{"data":${json}}`),
      )
      .map((added) => ({ content: textsOf(added) })),
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
    { numRuns: inDepth(8, 300) },
  );
});

const NOTHING = { root: "/r", entries: [], files: [], folds: [], closed: [], open: [] };

function entriesOf(...names: readonly string[]): object {
  return {
    entries: names.map((name) => ({ path: name, kind: name.startsWith("d") ? "directory" : "file", depth: 1 })),
  };
}

const TOO_DEEP = Array.from({ length: 500 }).reduce<object>((inside) => ({ ...NOTHING, name: "a", open: [inside] }), {
  ...NOTHING,
  name: "a",
});

test.each<[string, object]>([
  ["a directory without end", { ...entriesOf("a"), next: "a" }],
  ["a page of far too many", entriesOf(...Array.from({ length: 2000 }, () => "a"))],
  ["an impossible count", { folds: [{ glob: "x*", count: 1e20 }] }],
  ["names of prototypes", entriesOf("__proto__", "constructor", "hasOwnProperty", "toString")],
  ["too many directories", { open: [TOO_DEEP] }],
])("%s, as the answer to everything", async (_, data) => {
  const content = textsOf(JSON.stringify({ data: { ...NOTHING, ...data } }));
  const { session, calls } = await show(({ id }) => [{ id, result: { content } }]);
  await use(session);
  expect(calls()).toBeLessThan(MOST_CALLS);
});
