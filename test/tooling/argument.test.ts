// Arguments come as JSON text, or as its value from a host that has parsed it. Both are the same call.
import fc from "fast-check";
import { expect, test } from "vitest";

import { argumentParser } from "../../src/tooling/argument.ts";
import type { ToolPayload } from "../../src/tooling/tool.ts";
import { TOOLS } from "../../src/tools/tool-list.ts";
import { inDepth } from "../support/deep.ts";
import { Dice } from "../support/dice.ts";
import { makeCall } from "../support/fuzz-calls.ts";

/** The request of a call, or what the model is told. */
function parse(toolName: string, payload: ToolPayload): unknown {
  const declared = TOOLS.find(({ name }) => name === toolName)?.arguments ?? {};
  try {
    return argumentParser(toolName, declared as never)({ toolName, callId: "1", payload });
  } catch (error) {
    return String(error);
  }
}

function expectSame(toolName: string, json: string): void {
  const fromText = parse(toolName, { type: "function", arguments: json });
  expect(parse(toolName, { type: "json", arguments: JSON.parse(json) as unknown })).toEqual(fromText);
}

/** Some calls are spoilt: no host can have parsed those. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("arguments mean the same as JSON text and as parsed JSON", () => {
  const names = TOOLS.map(({ name }) => name);
  fc.assert(fc.property(fc.constantFrom(...names), fc.json(), expectSame), { numRuns: inDepth(24, 2000) });
  for (let seed = 0; seed < inDepth(500, 20_000); seed += 1) {
    const { toolName, json } = makeCall(new Dice(seed), "/", ["a", "b/c"]);
    if (isJson(json)) {
      expectSame(toolName, json);
    }
  }
});

test("an integer that is too large for JavaScript is out of range, and not refused", () => {
  const json = '{"path":"/","offset":1e999,"maxResults":-1e999}';
  const payload = { type: "function", arguments: json } as const;
  const request = { path: "/", offset: Infinity, maxResults: -Infinity };
  expect(parse("list_directory", payload)).toMatchObject({ request });
});
