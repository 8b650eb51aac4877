// Every front end gives the same text and the same errors for one table of calls.
import { beforeAll, expect, test } from "vitest";

import { createToolRouter } from "../src/tools/create-tool-router.ts";
import { TOOL_NAMES, TOOLS } from "../src/tools/tool-list.ts";
import type { ToolOutput } from "../src/tooling/tool.ts";
import { declaredCalls } from "./support/declared-calls.ts";
import { inDepth } from "./support/deep.ts";
import { FRONT_ENDS } from "./support/front-ends.ts";
import { makeFolder } from "./support/make-tree.ts";
import { argumentsBelow, BROKEN_CALLS, makeParityTree, PARITY_CALLS, type ParityCall } from "./support/parity-calls.ts";

const CALLS = [...PARITY_CALLS, ...declaredCalls()];

let root: string;
beforeAll(() => {
  root = makeFolder();
  makeParityTree(root);
});

/** What the library answered, by working directory and call: the same for every front end. */
const answered = new Map<string, Promise<ToolOutput>>();

function askLibrary(workingDirectory: string, call: ParityCall): Promise<ToolOutput> {
  const key = JSON.stringify([workingDirectory, call]);
  const known = answered.get(key);
  if (known !== undefined) {
    return known;
  }
  const payload = { type: "function", arguments: argumentsBelow(root, call) } as const;
  const answer = createToolRouter({ roots: "any", workingDirectory, tools: TOOL_NAMES }).respond({
    toolName: call.tool,
    callId: "1",
    payload,
  });
  answered.set(key, answer);
  return answer;
}

test.each(FRONT_ENDS)(
  "$name answers as the library does",
  async ({ open, takesText, startsProcess = false, workingDirectory = root }) => {
    const ask = await open(root);
    const calls = [...CALLS, ...(takesText ? BROKEN_CALLS : [])];
    for (const call of calls.filter((_, index) => index % inDepth(startsProcess ? 48 : 3, 1) === 0)) {
      const { content, success } = await askLibrary(workingDirectory, call);
      const { text, isError = !success } = await ask(call.tool, argumentsBelow(root, call));
      expect({ call: call.name, text, isError }).toEqual({ call: call.name, text: content, isError: !success });
    }
  },
);

test("the table has answers and errors from every tool", async () => {
  const seen = new Set<string>();
  for (const call of CALLS) {
    const { success } = await askLibrary(root, call);
    seen.add(`${call.tool} ${success}`);
  }
  expect(seen.size).toBe(2 * TOOLS.length);
});
