// Calls of one turn start together, and those of the next turn in the next.
import { expect, test } from "vitest";

import { endOfTurn } from "../../src/mcp/end-of-turn.ts";

test("who asks in the same turn goes on together, once everything of that turn is done", async () => {
  const turnEnds = endOfTurn();
  const events: string[] = [];
  const first = turnEnds().then(() => events.push("first"));
  events.push("read one");
  const second = turnEnds().then(() => events.push("second"));
  queueMicrotask(() => events.push("read another"));
  await Promise.all([first, second]);
  expect(events).toEqual(["read one", "read another", "first", "second"]);
});

test("who asks later waits for the end of a later turn", async () => {
  const turnEnds = endOfTurn();
  const first = turnEnds();
  await first;
  const second = turnEnds();
  expect(second).not.toBe(first);
  await second;
});
