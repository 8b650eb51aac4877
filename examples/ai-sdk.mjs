// Vercel's AI SDK, versions 6 and 7. Install: npm install dirleaf ai @ai-sdk/openai
// Run: OPENAI_API_KEY=... node examples/ai-sdk.mjs [directory]
import path from "node:path";
import { openai } from "@ai-sdk/openai";
import { generateText, stepCountIs } from "ai";
import { createAiSdkTools } from "dirleaf/ai-sdk";

const root = path.resolve(process.argv[2] ?? ".");

const { text } = await generateText({
  model: openai("gpt-5-mini"),
  // Nothing outside the root is listed, whatever the model asks for.
  tools: createAiSdkTools({ roots: [root] }),
  stopWhen: stepCountIs(10),
  prompt: `What kind of project is in ${root}?`,
});
console.log(text);
