// Every front end gives the same text and the same errors for one table of calls.
import { expect, test } from "vitest";

import { createToolRouter } from "../src/tools/create-tool-router.ts";
import { TOOLS } from "../src/tools/tool-list.ts";
import { declaredCalls } from "./support/declared-calls.ts";
import { inDepth } from "./support/deep.ts";
import { FRONT_ENDS } from "./support/front-ends.ts";
import { temporaryFolder } from "./support/make-tree.ts";
import { argumentsBelow, BROKEN_CALLS, makeParityTree, PARITY_CALLS } from "./support/parity-calls.ts";

test.each(FRONT_ENDS)(
  "$name answers as the library does",
  async ({ open, takesText, startsProcess = false, workingDirectory }) => {
    const root = temporaryFolder();
    makeParityTree(root);
    const router = createToolRouter({ workingDirectory: workingDirectory ?? root });
    const ask = await open(root);
    const calls = [...PARITY_CALLS, ...declaredCalls(), ...(takesText ? BROKEN_CALLS : [])];
    for (const call of calls.filter((_, index) => index % inDepth(startsProcess ? 64 : 4, 1) === 0)) {
      const json = argumentsBelow(root, call);
      const payload = { type: "function", arguments: json } as const;
      const { content, success } = await router.respond({ toolName: call.tool, callId: "1", payload });
      const { text, isError = !success } = await ask(call.tool, json);
      expect({ call: call.name, text, isError }).toEqual({ call: call.name, text: content, isError: !success });
    }
  },
);

test("the table has answers and errors from every tool", async () => {
  const root = temporaryFolder();
  makeParityTree(root);
  const router = createToolRouter();
  const seen = new Set<string>();
  for (const call of [...PARITY_CALLS, ...declaredCalls()]) {
    const payload = { type: "function", arguments: argumentsBelow(root, call) } as const;
    const { success } = await router.respond({ toolName: call.tool, callId: "1", payload });
    seen.add(`${call.tool} ${success}`);
  }
  expect(seen.size).toBe(2 * TOOLS.length);
});
