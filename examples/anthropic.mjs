// Anthropic's client library. Install: npm install dirleaf @anthropic-ai/sdk
// Run: ANTHROPIC_API_KEY=... node examples/anthropic.mjs [directory]
import path from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { createAnthropicTools } from "dirleaf/anthropic";

const root = path.resolve(process.argv[2] ?? ".");
const client = new Anthropic();
const { tools, answerToolUses } = createAnthropicTools({ roots: [root] });

/** @type {Anthropic.MessageParam[]} */
const messages = [{ role: "user", content: `What kind of project is in ${root}?` }];
for (;;) {
  const { content } = await client.messages.create({ model: "claude-sonnet-4-5", max_tokens: 1024, messages, tools });
  const answers = await answerToolUses(content);
  if (answers.length === 0) {
    console.log(content.map((block) => (block.type === "text" ? block.text : "")).join(""));
    break;
  }
  messages.push({ role: "assistant", content }, { role: "user", content: answers });
}
