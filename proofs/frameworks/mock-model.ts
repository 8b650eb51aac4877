// A model on loopback that imitates the APIs of OpenAI and Anthropic: it makes one call, and then repeats the answer.
import http from "node:http";
import type { AddressInfo } from "node:net";

/** The call that the model makes. */
export interface MockCall {
  readonly tool: string;
  /** JSON text as the model sends it, valid or not. */
  readonly json: string;
}

/** A tool's answer as the model saw it. */
export interface Shown {
  readonly text: string;
  /** Undefined if the API can't mark errors. */
  readonly isError?: boolean;
}

/** A tool as the model saw it. */
export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
  readonly strict: unknown;
}

export interface MockModel extends AsyncDisposable {
  /** Where it listens, without a path. */
  readonly url: string;
  /** The answers that it saw, one for each call, oldest first. */
  readonly shown: Shown[];
  /** The tools in the last request that had any. */
  definitions: Definition[];
  /** The call that it makes before it has seen any answer. */
  call: MockCall;
}

type Json = Record<string, unknown>;

/** One of the APIs: how a request is read, and how the two kinds of reply are written. */
interface Api {
  readonly path: string;
  readDefinitions(body: Json): Definition[];
  readShown(body: Json): Shown[];
  writeCall(call: MockCall): Json;
  writeText(text: string): Json;
  /** The events of a streamed reply, if any client here streams from this API. */
  readonly toEvents?: (reply: Json) => Json[];
}

let replies = 0;

/** A unique id, because agents treat two messages with the same id as one. */
function nextId(prefix: string): string {
  replies += 1;
  return `${prefix}_${replies}`;
}

/** The text of an answer, which may come in parts. */
function textOf(content: unknown): string {
  return typeof content === "string" ? content : (content as { text: string }[]).map(({ text }) => text).join("");
}

const chat: Api = {
  path: "/v1/chat/completions",
  readDefinitions: ({ tools = [] }) =>
    (tools as { function: Json }[]).map(({ function: tool }) => ({ strict: undefined, ...tool }) as Definition),
  readShown: ({ messages }) =>
    (messages as Json[]).filter(({ role }) => role === "tool").map(({ content }) => ({ text: textOf(content) })),
  writeCall: ({ tool, json }) => {
    const call = { id: nextId("call"), type: "function", function: { name: tool, arguments: json } };
    return completion({ role: "assistant", content: null, refusal: null, tool_calls: [call] }, "tool_calls");
  },
  writeText: (text) => completion({ role: "assistant", content: text, refusal: null }, "stop"),
};

function completion(said: Json, finishReason: string): Json {
  return {
    id: nextId("chatcmpl"),
    object: "chat.completion",
    created: 0,
    model: "mock",
    choices: [{ index: 0, message: said, logprobs: null, finish_reason: finishReason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

const responses: Api = {
  path: "/v1/responses",
  readDefinitions: ({ tools = [] }) => tools as Definition[],
  readShown: ({ input }) =>
    (Array.isArray(input) ? (input as Json[]) : [])
      .filter(({ type }) => type === "function_call_output")
      .map(({ output }) => ({ text: textOf(output) })),
  writeCall: ({ tool, json }) =>
    response({
      type: "function_call",
      id: nextId("fc"),
      call_id: nextId("call"),
      name: tool,
      arguments: json,
      status: "completed",
    }),
  writeText: (text) =>
    response({
      type: "message",
      id: nextId("msg"),
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
    }),
  toEvents: (reply) => {
    const [item] = reply["output"] as [Json];
    const [part] = (item["content"] ?? []) as { text: string }[];
    const events = [
      { type: "response.created", response: { ...reply, output: [], status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item },
      ...(part === undefined
        ? []
        : [
            {
              type: "response.output_text.delta",
              item_id: item["id"],
              output_index: 0,
              content_index: 0,
              delta: part.text,
            },
          ]),
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: reply },
    ];
    return events.map((event, sequence) => ({ ...event, sequence_number: sequence }));
  },
};

function response(item: Json): Json {
  return {
    id: nextId("resp"),
    object: "response",
    created_at: 0,
    status: "completed",
    model: "mock",
    output: [item],
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage: {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    },
  };
}

const messages: Api = {
  path: "/v1/messages",
  readDefinitions: ({ tools = [] }) =>
    (tools as Json[]).map(
      ({ name, description, input_schema: parameters }) =>
        ({ name, description, parameters, strict: undefined }) as Definition,
    ),
  readShown: (body) =>
    (body["messages"] as Json[])
      .flatMap(({ content }) => (Array.isArray(content) ? (content as Json[]) : []))
      .filter(({ type }) => type === "tool_result")
      .map(({ content, is_error: isError }) => ({ text: textOf(content), isError: isError === true })),
  writeCall: ({ tool, json }) =>
    message({ type: "tool_use", id: nextId("toolu"), name: tool, input: JSON.parse(json) as unknown }, "tool_use"),
  writeText: (text) => message({ type: "text", text, citations: null }, "end_turn"),
};

function message(block: Json, stopReason: string): Json {
  return {
    id: nextId("msg"),
    type: "message",
    role: "assistant",
    model: "mock",
    content: [block],
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

/** Starts the model. It stops when it is disposed, even if clients are still connected. */
export async function startMockModel(call: MockCall): Promise<MockModel> {
  const server = http.createServer((request, reply) => {
    void respond(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const model: MockModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shown: [],
    definitions: [],
    call,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function respond(request: http.IncomingMessage, reply: http.ServerResponse): Promise<void> {
    const api = [chat, responses, messages].find(({ path }) => path === request.url?.split("?")[0]);
    if (api === undefined) {
      reply.writeHead(404).end(`the mock has no ${request.url}`);
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part as Buffer);
    }
    const body = JSON.parse(Buffer.concat(parts).toString()) as Json;
    const definitions = api.readDefinitions(body);
    model.definitions = definitions.length === 0 ? model.definitions : definitions;
    const shown = api.readShown(body);
    model.shown.push(...shown);
    const last = shown.at(-1);
    const answer = last === undefined ? api.writeCall(model.call) : api.writeText(`I was shown:\n${last.text}`);
    if (body["stream"] !== true) {
      reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
      return;
    }
    if (api.toEvents === undefined) {
      reply.writeHead(501).end(`the mock does not stream ${api.path}`);
      return;
    }
    reply.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of api.toEvents(answer)) {
      reply.write(`event: ${String(event["type"])}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    reply.end();
  }

  return model;
}
