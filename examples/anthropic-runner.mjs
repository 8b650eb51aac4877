// Anthropic's client library, with its tool runner. Install: npm install dirleaf @anthropic-ai/sdk
// Run: ANTHROPIC_API_KEY=... node examples/anthropic-runner.mjs [directory]
import path from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { ToolError } from "@anthropic-ai/sdk/resources/beta/messages";
import { createAnthropicTools } from "dirleaf/anthropic";

const root = path.resolve(process.argv[2] ?? ".");

const { content } = await new Anthropic().beta.messages.toolRunner({
  model: "claude-sonnet-4-5",
  max_tokens: 1024,
  messages: [{ role: "user", content: `What kind of project is in ${root}?` }],
  // With `ToolError`, the runner marks a mistake as an error and passes its text on unchanged.
  tools: createAnthropicTools({ roots: [root], ToolError }).runnableTools,
});
console.log(content.map((block) => (block.type === "text" ? block.text : "")).join(""));
