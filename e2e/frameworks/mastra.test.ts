// Mastra's agent, with an OpenAI model, for which Mastra rewrites the tools' schemas unless told not to.
import { Agent } from "@mastra/core/agent";
import { createMastraTools } from "dirleaf/mastra";

import { startMockModel } from "./mock-model.ts";
import { testFramework } from "./test-framework.ts";

testFramework({
  name: "Mastra",
  marksErrors: true,
  onDefect: "shown",
  async converse(call, options, signal) {
    await using mock = await startMockModel(call);
    const model = { id: "openai/gpt-5-mini", url: `${mock.url}/v1`, apiKey: "none", api: "responses" } as const;
    const tools = createMastraTools(options);
    const agent = new Agent({ id: "guide", name: "guide", instructions: "Answer briefly.", model, tools });
    const { steps } = await agent.generate("What is there?", { abortSignal: signal });
    // OpenAI's API can't mark errors. Mastra can, for APIs that support it.
    const marks = steps
      .flatMap(({ content }) => content)
      .filter((part) => part.type === "tool-result")
      .map(({ output }) => (output as { type: string }).type === "error-text");
    return { ...mock, shown: mock.shown.map(({ text }, index) => ({ text, isError: marks[index] === true })) };
  },
});
