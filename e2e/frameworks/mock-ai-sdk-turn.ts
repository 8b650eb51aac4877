// The turns of the AI SDK's own mock model: one call of a tool, and the end once the answer has come. The same in versions 6 and 7.
import type { MockCall } from "./mock-model.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A `doGenerate` that makes this call. */
export function mockAiSdkTurn({ tool, json }: MockCall) {
  return async ({ prompt }: { prompt: readonly { readonly role: string }[] }) =>
    prompt.some(({ role }) => role === "tool")
      ? {
          content: [{ type: "text" as const, text: "done" }],
          finishReason: { unified: "stop" as const, raw: "stop" },
          usage,
          warnings: [],
        }
      : {
          content: [{ type: "tool-call" as const, toolCallId: "1", toolName: tool, input: json }],
          finishReason: { unified: "tool-calls" as const, raw: "tool_calls" },
          usage,
          warnings: [],
        };
}
