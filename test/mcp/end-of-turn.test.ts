// Calls of one turn start together, and those of the next turn in the next.
import { expect, test } from "vitest";

import { EndOfTurn } from "../../src/mcp/end-of-turn.ts";

test("who asks in the same turn goes on together, once everything of that turn is done", async () => {
  const turn = new EndOfTurn();
  const events: string[] = [];
  const first = turn.reached().then(() => events.push("first"));
  events.push("read one");
  const second = turn.reached().then(() => events.push("second"));
  queueMicrotask(() => events.push("read another"));
  await Promise.all([first, second]);
  expect(events).toEqual(["read one", "read another", "first", "second"]);
});

test("who asks later waits for the end of a later turn", async () => {
  const turn = new EndOfTurn();
  const first = turn.reached();
  await first;
  const second = turn.reached();
  expect(second).not.toBe(first);
  await second;
});
