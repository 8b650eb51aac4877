// Runs inside a runtime, beside the installed package: answers the calls of a file, and prints the answers as JSON.
import fs from "node:fs";

import { createToolRouter, listDir } from "dirleaf";

import { CALLS, makeCall } from "./calls.mjs";

const NOBODY = 65534;

/** What a model would see; for a call of the list, what is wrong with that. */
async function answer({ tool, args, options, root, shared }) {
  const router = createToolRouter({ roots: "any", ...options });
  const ask = async (toolName, given) => {
    const payload = { type: "function", arguments: JSON.stringify(given) };
    const { content, success } = await router.respond({ toolName, callId: "1", payload });
    return { text: content, isError: !success };
  };
  if (shared !== undefined) {
    const call = CALLS.find(({ title }) => title === shared);
    return (await makeCall(root, call, ask)) ?? "as expected";
  }
  const { text, isError } = await ask(tool, args);
  return isError ? `error: ${text}` : text;
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
