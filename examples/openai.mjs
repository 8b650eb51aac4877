// OpenAI's client library, Responses API. Install: npm install dirleaf openai
// Run: OPENAI_API_KEY=... node examples/openai.mjs [directory]
import path from "node:path";
import OpenAI from "openai";
import { createOpenAITools } from "dirleaf/openai";

const root = path.resolve(process.argv[2] ?? ".");
const client = new OpenAI();
const { responsesTools: tools, answerFunctionCalls } = createOpenAITools({ roots: [root] });

const model = "gpt-5-mini";
let response = await client.responses.create({ model, tools, input: `What kind of project is in ${root}?` });
for (;;) {
  // The answers to the model's calls; empty if it made none.
  const input = await answerFunctionCalls(response.output);
  if (input.length === 0) {
    break;
  }
  response = await client.responses.create({ model, tools, input, previous_response_id: response.id });
}
console.log(response.output_text);
