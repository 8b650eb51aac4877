// Runs inside a runtime, beside the installed package: answers the calls of a file, and prints the answers as JSON.
import fs from "node:fs";

import { createToolRouter, listDir } from "dirleaf";

import { followLastLine } from "./calls.mjs";

const NOBODY = 65534;

/** What a model would see, page after page where the last lines are to be followed. Errors begin with `error: ` but for calls of the list. */
async function answer({ tool, args, options, call }) {
  const router = createToolRouter(options);
  const texts = [];
  for (let next = args; next !== undefined;) {
    const payload = { type: "function", arguments: JSON.stringify(next) };
    const { content, success } = await router.respond({ toolName: tool, callId: "1", payload });
    texts.push(success === (call?.fails !== true) ? content : `error: ${content}`);
    next = call?.pages && followLastLine(next, content);
  }
  return call === undefined ? texts[0] : texts;
}

/** The same without root's rights, if we have them. */
async function answerAsNobody(call) {
  const isRoot = process.geteuid() === 0;
  if (isRoot) {
    process.setegid(NOBODY);
    process.seteuid(NOBODY);
  }
  try {
    return await answer(call);
  } finally {
    if (isRoot) {
      process.seteuid(0);
      process.setegid(0);
    }
  }
}

/** What comes of a listing that is cancelled while it runs. */
async function answerCancelled({ args }) {
  const control = new AbortController();
  const listing = listDir({ ...args, signal: control.signal }).then(
    () => "it went on",
    (error) => error.message,
  );
  control.abort();
  return listing;
}

const HOW = { asNobody: answerAsNobody, cancelled: answerCancelled };

const [, , calls, answers] = process.argv;
const told = [];
for (const call of JSON.parse(fs.readFileSync(calls, "utf8"))) {
  told.push(await (HOW[call.how] ?? answer)(call).catch((error) => `failed: ${error.message}`));
}
fs.writeFileSync(answers, JSON.stringify(told));
