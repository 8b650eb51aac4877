// Errors on standard error: safe and short.
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
