// Runs inside a runtime, beside the installed package: answers the calls of a file, and writes the answers as JSON.
import fs from "node:fs";

import { createToolRouter } from "dirleaf";

import { CALLS, makeCall } from "./calls.mjs";

/** What a model would see; for a call of the list, what is wrong with that. */
async function answer({ tool, args, options, root, shared }) {
  const tools = ["map_dir", "find_files", "list_dir", "list_directory"];
  const router = createToolRouter({ tools, ...options });
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

const [, , calls, answers] = process.argv;
const told = [];
for (const call of JSON.parse(fs.readFileSync(calls, "utf8"))) {
  told.push(await answer(call).catch((error) => `failed: ${error.message}`));
}
fs.writeFileSync(answers, JSON.stringify(told));
