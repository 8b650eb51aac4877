// OpenAI's client library, Chat Completions, which other providers speak too. Install: npm install dirleaf openai
// Run: OPENAI_API_KEY=... node examples/openai-chat.mjs [directory]
import path from "node:path";
import OpenAI from "openai";
import { createOpenAITools } from "dirleaf/openai";

const root = path.resolve(process.argv[2] ?? ".");

// `runTools` makes the calls and sends the answers until the model is done. To do that yourself, use `chatTools` and
// `answerToolCalls`.
const runner = new OpenAI().chat.completions.runTools({
  model: "gpt-5-mini",
  messages: [{ role: "user", content: `What kind of project is in ${root}?` }],
  tools: createOpenAITools({ roots: [root] }).runnableTools,
});
console.log(await runner.finalContent());
