// What every adapter must pass in the framework that it is for: the model sees what the library gives, byte for byte.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { createToolRouter, type ToolRouterOptions } from "dirleaf";

import { argumentsBelow, makeParityTree, PARITY_CALLS, type ParityCall } from "../../test/support/parity-calls.ts";
import { endlessDirectory } from "./endless-directory.ts";
import type { Definition, MockCall, Shown } from "./mock-model.ts";

/** One conversation: the model is told of the tools, makes one call, and is shown the answer. */
export interface Conversation {
  readonly definitions: readonly Definition[];
  readonly shown: readonly Shown[];
}

export interface Framework {
  readonly name: string;
  /** Holds a conversation in which the model makes this call. */
  converse(call: MockCall, options: ToolRouterOptions, signal?: AbortSignal): Promise<Conversation>;
  /** Whether the model is told that an answer is an error, and not by its text alone. */
  readonly marksErrors: boolean;
  /**
   * The schema of the arguments as the model is sent it, where the framework changes it.
   * @default as it is
   */
  readonly toParameters?: (parameters: object) => object;
  /**
   * Calls beyond those that every framework gets: the ones whose arguments are no JSON object.
   * @default none
   */
  readonly moreCalls?: readonly ParityCall[];
}

/** Tells the tests of a framework to the test runner. */
export function testFramework(framework: Framework): void {
  const { name, converse, marksErrors, toParameters = (parameters) => parameters, moreCalls = [] } = framework;
  describe(name, () => {
    const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-frameworks-")));
    makeParityTree(root);
    after(() => fs.rmSync(root, { recursive: true, force: true }));
    const options = { roots: [root] };

    test("tells the model of both tools, word for word", async () => {
      const { definitions } = await converse({ tool: "list_dir", json: JSON.stringify({ dir_path: root }) }, options);
      assert.deepEqual(
        definitions.map(({ name: tool, description, parameters }) => ({ name: tool, description, parameters })),
        createToolRouter()
          .specs()
          .map(({ name: tool, description, parameters }) => ({
            name: tool,
            description,
            parameters: toParameters(parameters),
          })),
      );
    });

    for (const call of [...PARITY_CALLS, ...moreCalls]) {
      test(`${call.tool}: ${call.name}`, async () => {
        const json = argumentsBelow(root, call);
        const payload = { type: "function", arguments: json } as const;
        const expected = await createToolRouter(options).respond({ toolName: call.tool, callId: "1", payload });
        const { shown } = await converse({ tool: call.tool, json }, options);
        assert.deepEqual(
          shown.map(({ text }) => text),
          [expected.content],
        );
        assert.equal(shown[0]?.isError, marksErrors ? !expected.success : undefined);
      });
    }

    test("a tool that is not asked for is not offered", async () => {
      const call = { tool: "list_dir", json: JSON.stringify({ dir_path: root }) };
      const { definitions } = await converse(call, { ...options, experimentalSupportedTools: ["list_dir"] });
      assert.deepEqual(
        definitions.map((definition) => definition.name),
        ["list_dir"],
      );
    });

    test("an abort stops the walk", { timeout: 30_000 }, async () => {
      const { fileSystem, started, stopped } = endlessDirectory();
      const controller = new AbortController();
      const call = { tool: "list_dir", json: '{"dir_path":"/endless"}' };
      const ended = converse(call, { fileSystem, deadlineMs: 60_000 }, controller.signal).then(
        () => "ended",
        () => "rejected",
      );
      await started;
      controller.abort();
      await stopped;
      await ended;
    });
  });
}
