// @ts-nocheck -- The bodies of four APIs, of which only what is read and written here is known.
// A model on loopback that speaks the APIs of OpenAI and Anthropic: how each tells the model of tools and answers, and how a turn is written.
import http from "node:http";
import { json } from "node:stream/consumers";

/**
 * @typedef {object} Request What a request to the model says.
 * @property {readonly { name: string, description: string, parameters: any, strict?: unknown }[]} tools
 * @property {readonly { text: string, isError?: boolean }[]} shown The answers so far, as the model sees them. `isError` where the API marks errors.
 */

/** @typedef {{ tool: string, json: string, namespace?: string } | { text: string }} Turn The model calls a tool, or says something and ends. */

/**
 * @typedef {object} Api
 * @property {(url: string) => boolean} isTurn
 * @property {(body: any) => Request} read
 * @property {(turn: Turn, request: { url: string, body: any }) => object | readonly object[]} write The answer, or the events of a stream.
 */

let ids = 0;

/** Agents treat two messages with the same id as one. */
function nextId(prefix) {
  ids += 1;
  return `${prefix}_${ids}`;
}

/** The text of an answer, which may come in parts. */
function textOf(content, separator = "") {
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join(separator);
}

/** @type {Api} */
export const RESPONSES = {
  isTurn: (url) => url.startsWith("/v1/responses"),
  read: ({ tools = [], input }) => ({
    // Codex has the tools of a server in a namespace.
    tools: tools.flatMap((tool) => tool.tools?.map((one) => ({ ...one, namespace: tool.name })) ?? [tool]),
    shown: (Array.isArray(input) ? input : [])
      .filter(({ type }) => type === "function_call_output")
      // Codex sends its own heading as the first part.
      .map(({ output }) => ({ text: textOf(output, "\n") })),
  }),
  write({ tool, json: given, namespace, text }, { body }) {
    const item =
      text === undefined
        ? { type: "function_call", id: nextId("fc"), call_id: nextId("call"), namespace, name: tool, arguments: given }
        : {
            type: "message",
            id: nextId("msg"),
            role: "assistant",
            content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
          };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2, input_tokens_details: { cached_tokens: 0 } };
    const response = {
      id: nextId("resp"),
      object: "response",
      created_at: 0,
      status: "completed",
      model: "mock",
      output: [{ ...item, status: "completed" }],
      parallel_tool_calls: true,
      tool_choice: "auto",
      tools: [],
      usage: { ...usage, output_tokens_details: { reasoning_tokens: 0 } },
    };
    if (body.stream !== true) {
      return response;
    }
    const place = { item_id: item.id, output_index: 0, content_index: 0 };
    return [
      { type: "response.created", response: { ...response, output: [], status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item },
      ...(text === undefined ? [] : [{ type: "response.output_text.delta", ...place, delta: text }]),
      { type: "response.output_item.done", output_index: 0, item: response.output[0] },
      { type: "response.completed", response },
    ].map((event, sequence) => ({ ...event, sequence_number: sequence }));
  },
};

/** @type {Api} */
export const CHAT = {
  isTurn: (url) => url.startsWith("/v1/chat/completions"),
  read: ({ tools = [], messages }) => ({
    tools: tools.map((tool) => tool.function),
    shown: messages.filter(({ role }) => role === "tool").map(({ content }) => ({ text: textOf(content) })),
  }),
  write({ tool, json: given, text }, { body }) {
    const calls = [{ index: 0, id: nextId("call"), type: "function", function: { name: tool, arguments: given } }];
    const said = {
      role: "assistant",
      content: text ?? null,
      refusal: null,
      ...(text === undefined && { tool_calls: calls }),
    };
    const finish_reason = text === undefined ? "tool_calls" : "stop";
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const answer = { id: nextId("chatcmpl"), created: 0, model: body.model };
    if (body.stream !== true) {
      const choices = [{ index: 0, message: said, logprobs: null, finish_reason }];
      return { ...answer, object: "chat.completion", choices, usage };
    }
    const chunk = { ...answer, object: "chat.completion.chunk" };
    return [
      { ...chunk, choices: [{ index: 0, delta: said, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
      "[DONE]",
    ];
  },
};

/** @type {Api} */
export const MESSAGES = {
  isTurn: (url) => /^\/v1\/messages(?:\?|$)/.test(url),
  read: ({ tools = [], messages }) => ({
    tools: tools
      .filter((tool) => tool.input_schema !== undefined && tool.defer_loading !== true)
      .map(({ name, description, input_schema: parameters }) => ({ name, description, parameters })),
    shown: messages
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === "tool_result")
      .map(({ content, is_error: isError }) => ({ text: textOf(content), isError: isError === true })),
  }),
  write({ tool, json: given, text }, { body }) {
    const isCall = text === undefined;
    const block = isCall
      ? { type: "tool_use", id: nextId("toolu"), name: tool, input: JSON.parse(given) }
      : { type: "text", text, citations: null };
    const stop_reason = isCall ? "tool_use" : "end_turn";
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = {
      id: nextId("msg"),
      type: "message",
      role: "assistant",
      model: body.model,
      stop_sequence: null,
      usage,
    };
    if (body.stream !== true) {
      return { ...message, content: [block], stop_reason };
    }
    const empty = isCall ? { ...block, input: {} } : { ...block, text: "" };
    const delta = isCall ? { type: "input_json_delta", partial_json: given } : { type: "text_delta", text };
    return [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: empty },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
      { type: "message_stop" },
    ];
  },
};

/**
 * Starts a model. It stops when it is disposed, even if clients are still connected.
 * @param {readonly Api[]} apis
 * @param {(request: Request, at: { url: string, body: any }) => Turn} play Called for each turn.
 */
export async function startModel(apis, play) {
  const server = http.createServer(async (request, response) => {
    const { url = "/" } = request;
    const api = request.method === "POST" ? apis.find(({ isTurn }) => isTurn(url)) : undefined;
    if (api === undefined) {
      request.resume();
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    try {
      const body = await json(request);
      const answer = api.write(play(api.read(body), { url, body }), { url, body });
      const isStream = Array.isArray(answer);
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
      response.end(isStream ? answer.map(writeEvent).join("") : JSON.stringify(answer));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An event that has a type is named after it. */
function writeEvent(event) {
  const name = event.type === undefined ? "" : `event: ${event.type}\n`;
  return `${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`;
}
