// The tests that every adapter must pass in its framework: the model sees what the library returns, byte for byte.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { createToolRouter, type Tool, type ToolRouterOptions } from "dirleaf";

import { BYTES, CALLS, makeCall } from "../calls.mjs";
import { makeWorkspace } from "../workspace.mjs";
import type { Definition, MockCall, Shown } from "./mock-model.ts";

/** One conversation: the model gets the tools, makes one call, and sees the answer. */
export interface Conversation {
  readonly definitions: readonly Definition[];
  readonly shown: readonly Shown[];
}

export interface Framework {
  readonly name: string;
  /** Holds a conversation in which the model makes this call. */
  converse(call: MockCall, options: ToolRouterOptions, signal?: AbortSignal): Promise<Conversation>;
  /** Whether an error is marked for the model, in addition to its text. */
  readonly marksErrors: boolean;
  /** What becomes of a defect: the model is shown it as an error, or the conversation ends. */
  readonly onDefect: "shown" | "thrown";
  /**
   * The schema of the arguments as the model gets it, if the framework changes it.
   * @default unchanged
   */
  readonly toParameters?: (parameters: object) => object;
  /**
   * Whether arguments that are not JSON reach us, as the model wrote them.
   * @default false
   */
  readonly takesText?: boolean;
  /**
   * How it converses in strict mode, where every argument is required, and null means left out.
   * @default it has none
   */
  readonly converseStrictly?: (call: MockCall, options: ToolRouterOptions) => Promise<Conversation>;
}

/** Defines the tests of a framework. */
export function testFramework(framework: Framework): void {
  const {
    name,
    converse,
    marksErrors,
    onDefect,
    toParameters = (parameters) => parameters,
    takesText = false,
    converseStrictly,
  } = framework;
  describe(name, () => {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-frameworks-")));
    const root = makeWorkspace(folder);
    after(() => fs.rmSync(folder, { recursive: true, force: true }));
    const tools = ["map_dir", "find_files", "list_dir", "list_directory"];
    const options = { roots: [root], workingDirectory: root, maxOutputBytes: BYTES, tools };

    test("the model sees all tools, word for word", async () => {
      const { definitions } = await converse({ tool: "list_dir", json: JSON.stringify({ dir_path: root }) }, options);
      assert.deepEqual(
        definitions.map(({ name: tool, description, parameters }) => ({ name: tool, description, parameters })),
        createToolRouter(options)
          .specs()
          .map(({ name: tool, description, parameters }) => ({
            name: tool,
            description,
            parameters: toParameters(parameters),
          })),
      );
    });

    for (const call of CALLS) {
      test(`${call.tool}: ${call.title}`, async () => {
        const problem = await makeCall(root, call, async (tool, args) => {
          const { shown } = await converse({ tool, json: JSON.stringify(args) }, options);
          const [one = { text: "nothing" }, ...more] = shown;
          assert.deepEqual([more, one.isError !== undefined], [[], marksErrors]);
          return one;
        });
        assert.equal(problem, undefined);
      });
    }

    if (takesText) {
      test("JSON that breaks off is answered by us", async () => {
        const json = '{"dir_path":';
        const payload = { type: "function", arguments: json } as const;
        const { content } = await createToolRouter(options).respond({ toolName: "list_dir", callId: "1", payload });
        assert.deepEqual((await converse({ tool: "list_dir", json }, options)).shown, [{ text: content }]);
      });
    }

    if (converseStrictly !== undefined) {
      test("strict mode: every argument is required, and null means left out", async () => {
        const [spec] = createToolRouter({ tools: ["list_dir"] }).specs();
        const names = Object.keys(spec?.parameters.properties ?? {});
        const json = JSON.stringify({ ...Object.fromEntries(names.map((field) => [field, null])), dir_path: root });
        const { definitions, shown } = await converseStrictly({ tool: "list_dir", json }, options);
        const { parameters, strict } = definitions.find(({ name: tool }) => tool === "list_dir") ?? {};
        const { required, additionalProperties } = parameters as Record<string, unknown>;
        assert.deepEqual(
          { required, additionalProperties, strict },
          { required: names, additionalProperties: false, strict: true },
        );
        const payload = { type: "function", arguments: JSON.stringify({ dir_path: root }) } as const;
        const { content } = await createToolRouter(options).respond({ toolName: "list_dir", callId: "1", payload });
        assert.deepEqual(shown, [{ text: content }]);
      });
    }

    test("a tool that was not requested is not offered", async () => {
      const call = { tool: "list_dir", json: JSON.stringify({ dir_path: root }) };
      const { definitions } = await converse(call, { ...options, tools: ["list_dir"] });
      assert.deepEqual(
        definitions.map((definition) => definition.name),
        ["list_dir"],
      );
    });

    for (const success of [true, false]) {
      const what = success ? "answer" : "error";
      test(`a tool of others is offered after ours, and its ${what} arrives like ours`, async () => {
        const extraTool = toyTool(async ({ payload }) => ({ content: JSON.stringify(payload), success }));
        const json = '{"text":"é"}';
        const { definitions, shown } = await converse({ tool: "say", json }, { ...options, extraTools: [extraTool] });
        assert.deepEqual(
          definitions.map((definition) => definition.name),
          [...createToolRouter(options).specs(), extraTool].map((tool) => tool.name),
        );
        assert.deepEqual(definitions.at(-1)?.parameters, toParameters(extraTool.parameters));
        const text = JSON.stringify({ type: "function", arguments: json });
        assert.deepEqual(shown, [marksErrors ? { text, isError: !success } : { text }]);
      });
    }

    test(`a defect is ${onDefect}`, async () => {
      const extraTools = [toyTool(() => Promise.reject(new RangeError("defect")))];
      const conversation = converse({ tool: "say", json: '{"text":""}' }, { ...options, extraTools });
      if (onDefect === "thrown") {
        await assert.rejects(conversation, /say failed: defect/);
      } else {
        const [shown] = (await conversation).shown;
        assert.match(shown?.text ?? "", /say failed: defect/);
        assert.equal(shown?.isError, true);
      }
    });

    test("an abort reaches the tool", { timeout: 30_000 }, async () => {
      const controller = new AbortController();
      const waits = new Promise<void>((stopped) => {
        const tool = toyTool(({ signal }) => {
          signal?.addEventListener("abort", () => stopped());
          controller.abort();
          return new Promise(() => {});
        });
        const call = { tool: "say", json: '{"text":""}' };
        converse(call, { ...options, extraTools: [tool] }, controller.signal).catch(() => {});
      });
      await waits;
    });
  });
}

function toyTool(handle: Tool["handle"]): Tool {
  const text = { type: "string", description: "What to say." } as const;
  const parameters = { type: "object", properties: { text }, required: ["text"] } as const;
  return { name: "say", description: "Says it.", parameters, supportsParallelCalls: false, handle };
}
