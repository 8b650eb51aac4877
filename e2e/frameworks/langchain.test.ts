// LangChain's agent, with its OpenAI model.
import { ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent } from "langchain";
import { createLangChainTools } from "dirleaf/langchain";

import { startMockModel } from "./mock-model.ts";
import { testFramework } from "./test-framework.ts";

testFramework({
  name: "LangChain",
  marksErrors: true,
  onDefect: "shown",
  async converse(call, options, signal) {
    await using mock = await startMockModel(call);
    const model = new ChatOpenAI({
      model: "mock",
      apiKey: "none",
      maxRetries: 0,
      configuration: { baseURL: `${mock.url}/v1` },
    });
    const agent = createAgent({ model, tools: createLangChainTools(options) });
    const { messages } = await agent.invoke({ messages: [{ role: "user", content: "What is there?" }] }, { signal });
    // OpenAI's API can't mark errors. LangChain can, for APIs that support it.
    const marks = messages.filter((message) => ToolMessage.isInstance(message)).map(({ status }) => status === "error");
    return { ...mock, shown: mock.shown.map(({ text }, index) => ({ text, isError: marks[index] === true })) };
  },
});
