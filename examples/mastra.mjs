// Mastra. Install: npm install dirleaf @mastra/core
// Run: OPENAI_API_KEY=... node examples/mastra.mjs [directory]
import path from "node:path";
import { Agent } from "@mastra/core/agent";
import { createMastraTools } from "dirleaf/mastra";

const root = path.resolve(process.argv[2] ?? ".");

const agent = new Agent({
  id: "guide",
  name: "guide",
  instructions: "Answer in one sentence.",
  model: "openai/gpt-5-mini",
  tools: createMastraTools({ roots: [root] }),
});
const { text } = await agent.generate(`What kind of project is in ${root}?`);
console.log(text);
