// A thousand random calls answer as they did when they were recorded. `RECORD=1 npx vitest run test/tools/recorded-answers.test.ts`
// records them anew: in a commit of its own that quotes the sentence of the contract that changed.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { randomWorld, type RandomCall } from "../support/random-calls.ts";
import type { FileSystem } from "../../src/core/file-system.ts";

const RECORDED = path.join(import.meta.dirname, "../data/recorded-answers.json");

const WORLDS = 40;
const CALLS = 25;

async function answer(fileSystem: FileSystem, call: RandomCall): Promise<string> {
  const payload = { type: "function", arguments: JSON.stringify(call.arguments) } as const;
  try {
    const router = createToolRouter({ ...call.options, fileSystem });
    return (await router.dispatch({ toolName: call.tool, callId: "1", payload })).content;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

test("random calls answer as recorded", async () => {
  const answers: string[] = [];
  const calls: RandomCall[] = [];
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const world = randomWorld(seed, CALLS);
    for (const call of world.calls) {
      calls.push(call);
      answers.push(await answer(world.fileSystem, call));
    }
  }
  if (process.env["RECORD"] === "1") {
    fs.writeFileSync(RECORDED, `${JSON.stringify(answers, undefined, 1)}\n`);
  }
  const recorded = JSON.parse(fs.readFileSync(RECORDED, "utf8")) as string[];
  expect(recorded).toHaveLength(WORLDS * CALLS);
  const wrong = calls.flatMap((call, index) =>
    answers[index] === recorded[index] ? [] : [{ call, recorded: recorded[index], answer: answers[index] }],
  );
  expect(wrong.slice(0, 3)).toEqual([]);
});
