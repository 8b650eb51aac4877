// Tools of others beside ours: what they are given, what becomes of their answers and errors, and which are refused.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { Tool, ToolInvocation, ToolOutput, ToolPayload } from "../../src/tooling/tool.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { DEFAULT_TOOL_NAMES, TOOL_NAMES } from "../../src/tools/tool-list.ts";
import { ADAPTERS } from "../support/front-ends.ts";
import { WAYS } from "../support/mcp-connection.ts";
import { connectInProcess } from "../support/mcp-in-process.ts";

const PARAMETERS = {
  type: "object",
  properties: {
    text: { type: "string", description: "What to say." },
    mode: { type: "string", enum: ["plain", "loud"], description: "How." },
    // Any JSON Schema compiles.
    volume: { type: "number", minimum: 0, default: 0.5 },
    voice: { type: "object", properties: { name: { type: ["string", "null"] } }, additionalProperties: false },
  },
  required: ["text"],
  additionalProperties: false,
} as const;

/** A tool that answers with what this function returns. */
function toyTool(answer: (payload: ToolPayload) => unknown, more: Partial<Tool> = {}): Tool {
  const handle: Tool["handle"] = async ({ payload }) => answer(payload) as ToolOutput;
  return { name: "say", description: "Says it.", parameters: PARAMETERS, supportsParallelCalls: true, handle, ...more };
}

/** Answers with the payload that it was given. */
const echo = toyTool((payload) => ({ content: JSON.stringify(payload), success: true }));

const fileSystem = memory(["/repo/a.txt"]);

function routerOf(tool: Tool, options: ToolRouterOptions = {}) {
  return createToolRouter({ fileSystem, extraTools: [tool], ...options });
}

function respond(
  tool: Tool,
  options?: ToolRouterOptions,
  payload: ToolPayload = { type: "function", arguments: "{}" },
) {
  return routerOf(tool, options).respond({ toolName: "say", callId: "1", payload });
}

describe("extra tools", () => {
  test("are offered after ours, whatever is chosen among ours, and may be named there", () => {
    const names = (options: ToolRouterOptions) =>
      routerOf(echo, options)
        .specs()
        .map(({ name }) => name);
    expect(names({})).toEqual([...DEFAULT_TOOL_NAMES, "say"]);
    expect(names({ tools: [] })).toEqual(["say"]);
    expect(names({ tools: ["say", "list_dir"] })).toEqual(["list_dir", "say"]);
    expect(routerOf(echo).specs().at(-1)).toEqual({
      type: "function",
      name: "say",
      description: "Says it.",
      strict: false,
      parameters: PARAMETERS,
    });
  });

  test("get their arguments as JSON text, the signal and the id", async () => {
    const caller = new AbortController();
    const seen: ToolInvocation[] = [];
    const tool = toyTool(() => ({ content: "", success: true }));
    const router = routerOf({
      ...tool,
      async handle(invocation) {
        seen.push(invocation);
        caller.abort("no longer wanted");
        return tool.handle(invocation);
      },
    });
    const payload = { type: "json", arguments: { text: "é", list: [1, null] } } as const;
    const onProgress = () => {};
    await router.dispatch({ toolName: "say", callId: "7", payload, signal: caller.signal, onProgress });
    const written = { type: "function", arguments: '{"text":"é","list":[1,null]}' };
    const signal = expect.objectContaining({ aborted: true, reason: "no longer wanted" });
    expect(seen).toEqual([{ toolName: "say", callId: "7", payload: written, signal, onProgress }]);
    const custom = { type: "custom", input: "text" } as const;
    await expect(router.dispatch({ toolName: "say", callId: "7", payload: custom })).rejects.toMatchObject({
      kind: "respond_to_model",
      message: "say handler received unsupported payload",
    });
  });

  test.each(ADAPTERS)("in $name: JSON text in, the answer out, and whether it is an error", async ({ open }) => {
    const ask = await open("/", { extraTools: [echo] });
    const json = '{"text":"é","mode":"loud"}';
    expect(await ask("say", json)).toMatchObject({ text: JSON.stringify({ type: "function", arguments: json }) });
    const failing = await open("/", { extraTools: [toyTool(() => ({ content: "no", success: false }))] });
    const { text, isError = true } = await failing("say", json);
    expect({ text, isError }).toEqual({ text: "no", isError: true });
  });

  test.each(WAYS)("over MCP, $era, $transport: the same, but not marked read-only", async (way) => {
    const outputSchema = { type: "object", properties: { words: { type: "integer" } }, required: ["words"] };
    const counted = '{\n  "words": 1.0\n}';
    const count = toyTool(() => ({ content: counted, success: true }), { name: "count", outputSchema });
    const failing = toyTool(() => ({ content: "no", success: false }), { name: "fail", outputSchema });
    const broken = toyTool(() => ({ content: "no JSON", success: true }), { name: "break", outputSchema });
    const extraTools = [echo, count, failing, broken];
    const client = await connectInProcess(way, {
      fileSystem,
      roots: ["/"],
      tools: ["list_dir", "say"],
      extraTools,
    });
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["list_dir", true],
      ["say", undefined],
      ["count", undefined],
      ["fail", undefined],
      ["break", undefined],
    ]);
    const call = async (name: string, given?: Record<string, unknown>) => {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
      const [{ text } = { text: "" }] = content as { text: string }[];
      return { text, structuredContent, isError };
    };
    const payload = (json: string) => ({ text: JSON.stringify({ type: "function", arguments: json }) });
    expect(await call("say", { text: "é" })).toEqual(payload('{"text":"é"}'));
    expect(await call("say")).toEqual(payload("{}"));
    expect(await call("count")).toEqual({ text: counted, structuredContent: { words: 1 } });
    expect(await call("fail")).toEqual({ text: "no", isError: true });
    expect((await call("break")).text).toMatch(/^break failed: .*JSON/);
    // The connection is as good as before.
    expect((await call("list_dir", { dir_path: "/repo" })).text).toBe("Absolute path: /repo\na.txt");
  });
});

describe("an extra tool's answer", () => {
  test("is cut at a character if it is too long, and says so, within the bound", async () => {
    const anyText = fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\n"), minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 256, max: 600 }), fc.boolean(), async (part, most, success) => {
        const whole = part.repeat(Math.ceil(700 / part.length));
        const bytes = Buffer.byteLength(whole);
        const output = await respond(
          toyTool(() => ({ content: whole, success })),
          { maxOutputBytes: most },
        );
        const note = `…\n(cut: the answer has ${bytes} bytes, and at most ${most} are shown)`;
        expect(output.success).toBe(success);
        expect(output.content.endsWith(note)).toBe(true);
        const shown = output.content.slice(0, -note.length);
        expect(whole.startsWith(shown)).toBe(true);
        // Nothing that would have fitted is missing: the next character would have been too much.
        const next = String.fromCodePoint(whole.codePointAt(shown.length) ?? 0);
        expect(Buffer.byteLength(output.content)).toBeLessThanOrEqual(most);
        expect(Buffer.byteLength(output.content + next)).toBeGreaterThan(most);
      }),
    );
  });

  test("is refused if it is JSON and too long; other text is cut", async () => {
    const content = JSON.stringify({ text: "x".repeat(300) });
    const long = (success: boolean) => toyTool(() => ({ content, success }), { outputSchema: { type: "object" } });
    expect(await respond(long(true), { maxOutputBytes: 256 })).toEqual({
      content: "the answer of say has 311 bytes, and at most 256 are allowed; ask for less",
      success: false,
      code: "answer_too_long",
    });
    expect((await respond(long(false), { maxOutputBytes: 256 })).content).toMatch(/\(cut: the answer has 311 bytes/);
  });

  test.each([
    [undefined, /an answer must be an object with a string `content` and a boolean `success`/],
    ["text", /an answer must be an object/],
    [{ content: 5, success: true }, /an answer must be an object/],
    [{ content: "text" }, /an answer must be an object/],
  ])("%j is invalid", async (output, message) => {
    const failed = respond(toyTool(() => output));
    await expect(failed).rejects.toMatchObject({ kind: "fatal" });
    await expect(failed).rejects.toThrow(message);
  });
});

test("an extra tool's defect is fatal, and says whose it is", async () => {
  const defect = new RangeError("defect");
  const failing = toyTool(() => Promise.reject(defect));
  await expect(respond(failing)).rejects.toMatchObject({ kind: "fatal", message: "say failed: defect", cause: defect });
});

test("a tool that never settles fails at the deadline, is aborted, and does not block others", async () => {
  let signal: AbortSignal | undefined;
  const stuck: Tool = {
    ...toyTool(() => undefined, { supportsParallelCalls: false }),
    handle(invocation) {
      ({ signal } = invocation);
      return new Promise(() => {});
    },
  };
  const router = routerOf(stuck, { deadlineMs: 50 });
  const payload = { type: "function", arguments: '{"dir_path":"/repo"}' } as const;
  const [late, listed] = await Promise.all([
    router.respond({ toolName: "say", callId: "1", payload }),
    router.respond({ toolName: "list_dir", callId: "2", payload }),
  ]);
  const content = "say did not answer within 0.05 s; ask for less, or call again";
  expect(late).toEqual({ content, success: false, code: "timed_out" });
  expect(signal?.aborted).toBe(true);
  expect(listed.success).toBe(true);
});

describe("a tool is refused", () => {
  test.each([...TOOL_NAMES, "show_dir"])("by the name %s, offered or not", (name) => {
    const make = () => createToolRouter({ tools: [], extraTools: [{ ...echo, name }] });
    expect(make).toThrow(new TypeError(`extraTools[0].name '${name}' is already taken`));
  });

  test.each([
    [{ name: "" }, "extraTools[0].name must be a string that is not empty, not ''"],
    [{ description: undefined }, "extraTools[0].description must be a string, not undefined"],
    [{ parameters: { type: "object" } }, 'must be a JSON Schema with type "object" and properties, not {'],
    [{ outputSchema: "object" }, "extraTools[0].outputSchema must be an object, not 'object'"],
    [{ supportsParallelCalls: undefined }, "extraTools[0].supportsParallelCalls must be true or false, not undefined"],
    [{ handle: 5 }, "extraTools[0].handle must be a function, not 5"],
  ])("with %j", (wrong, message) => {
    const make = () => createToolRouter({ extraTools: [{ ...echo, ...wrong } as never] });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});
