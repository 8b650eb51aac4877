// The answers to one batch: written once, when the last of them is there.
import { expect, test } from "vitest";

import { BatchAnswers } from "../../src/mcp/batch-answers.ts";

function batchOf(count: number) {
  const lines: string[] = [];
  const batch = new BatchAnswers((line) => lines.push(line));
  return { lines, batch, settles: Array.from({ length: count }, () => batch.expect()) };
}

test("answers are written together, in the order in which they came", () => {
  const { lines, batch, settles } = batchOf(3);
  batch.close();
  settles[2]?.('{"id":3}');
  settles[0]?.('{"id":1}');
  expect(lines).toEqual([]);
  settles[1]?.('{"id":2}');
  expect(lines).toEqual(['[{"id":3},{"id":1},{"id":2}]']);
});

test("one that is answered before the batch was read to its end waits for the others", () => {
  const { lines, batch, settles } = batchOf(1);
  settles[0]?.("1");
  expect(lines).toEqual([]);
  const late = batch.expect();
  batch.close();
  expect(lines).toEqual([]);
  late("2");
  expect(lines).toEqual(["[1,2]"]);
});

test("what is cancelled is left out, and where all is there is no answer: not even an empty one", () => {
  const some = batchOf(2);
  some.batch.close();
  some.settles[0]?.("1");
  some.settles[1]?.(undefined);
  expect(some.lines).toEqual(["[1]"]);
  const none = batchOf(2);
  none.settles[0]?.(undefined);
  none.batch.close();
  none.settles[1]?.(undefined);
  expect(none.lines).toEqual([]);
});
