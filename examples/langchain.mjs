// LangChain. Install: npm install dirleaf langchain @langchain/core @langchain/openai
// Run: OPENAI_API_KEY=... node examples/langchain.mjs [directory]
import path from "node:path";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent } from "langchain";
import { createLangChainTools } from "dirleaf/langchain";

const root = path.resolve(process.argv[2] ?? ".");

const agent = createAgent({
  model: new ChatOpenAI({ model: "gpt-4.1-mini" }),
  tools: createLangChainTools({ roots: [root] }),
});
const { messages } = await agent.invoke({
  messages: [{ role: "user", content: `What kind of project is in ${root}?` }],
});
console.log(messages.at(-1)?.text);
