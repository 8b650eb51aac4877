// The OpenAI Agents SDK. Install: npm install dirleaf @openai/agents zod
// Run: OPENAI_API_KEY=... node examples/openai-agents.mjs [directory]
import path from "node:path";
import { Agent, run, tool } from "@openai/agents";
import { createOpenAIAgentsTools } from "dirleaf/openai-agents";

const root = path.resolve(process.argv[2] ?? ".");

const agent = new Agent({
  name: "guide",
  instructions: "Answer in one sentence.",
  model: "gpt-5-mini",
  // With the SDK's `tool`, calls with broken arguments are answered, and never wait for approval.
  tools: createOpenAIAgentsTools({ roots: [root], tool }),
});
const { finalOutput } = await run(agent, `What kind of project is in ${root}?`);
console.log(finalOutput);
