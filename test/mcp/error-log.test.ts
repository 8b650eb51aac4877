// Errors on standard error: safe, short, and not too many.
import { PassThrough } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { expect, test } from "vitest";

import { errorLog } from "../../src/mcp/error-log.ts";

async function logged(messages: readonly string[]): Promise<string[]> {
  const stream = new PassThrough();
  const log = errorLog(stream);
  messages.forEach((message) => log(new Error(message)));
  stream.end();
  return (await readText(stream)).trimEnd().split("\n");
}

test("an error is one line, without control characters", async () => {
  expect(await logged(["\u001b[2Jgone\u0007\nfake line"])).toEqual(["dirleaf mcp: \\u001b[2Jgone\\u0007"]);
  expect((await logged(["x".repeat(10_000)]))[0]?.length).toBeLessThan(250);
});

test("a flood of errors does not flood the log", async () => {
  const lines = await logged(Array.from({ length: 1000 }, () => "again"));
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe("dirleaf mcp: more errors follow, and are not shown for a minute");
});
