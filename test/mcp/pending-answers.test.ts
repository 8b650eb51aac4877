// Requests that wait for their answers, by ids that a client may use twice.
import { expect, test } from "vitest";

import { PendingAnswers } from "../../src/mcp/pending-answers.ts";

test("an id that is used twice is answered in the order of the requests, each once", () => {
  const pending = new PendingAnswers();
  const answered: string[] = [];
  for (const request of ["first", "second"]) {
    pending.add(1, (answer) => answered.push(`${request}: ${answer}`));
  }
  for (const answer of ["a", "b", "c"]) {
    pending.take(1)?.(answer);
  }
  expect(answered).toEqual(["first: a", "second: b"]);
  // And it can be used again.
  pending.add(1, (answer) => answered.push(`third: ${answer}`));
  pending.take(1)?.("d");
  expect(answered.at(-1)).toBe("third: d");
});

test("a text and a number are two ids, and what is neither is none", () => {
  const pending = new PendingAnswers();
  const number = () => {};
  const text = () => {};
  pending.add(1, number);
  pending.add("1", text);
  for (const id of [undefined, null, {}, true, [1]]) {
    expect(pending.take(id)).toBeUndefined();
  }
  expect(pending.take("1")).toBe(text);
  expect(pending.take("1")).toBeUndefined();
  expect(pending.take(1)).toBe(number);
});
