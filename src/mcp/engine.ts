// Answers the requests of MCP clients, whatever transport brought them: finds the method, runs it, writes the result.
import { isObject } from "../tooling/check-options.ts";
import { cutWord } from "../tooling/cut-text.ts";
import {
  INVALID_PARAMS,
  invalidParams,
  isFailure,
  METHOD_NOT_FOUND,
  writeFailure,
  writeResult,
  type Failure,
  type Fields,
  type Request,
  type Transport,
} from "./messages.ts";
import type { Offer } from "./offer.ts";
import type { Method, Revision } from "./revision.ts";

const INTERNAL_ERROR = -32_603;

export class Engine {
  readonly #offer: Offer;
  /** The methods that every revision has. */
  readonly #methods: Readonly<Record<string, Method>>;

  constructor(offer: Offer) {
    this.#offer = offer;
    this.#methods = {
      ...TOOL_METHODS,
      ...(offer.prompts.length > 0 && PROMPT_METHODS),
      ...(offer.resources.length > 0 && RESOURCE_METHODS),
    };
  }

  /** The error for a request with an unknown method or a wrong envelope; undefined if both are right. The method checks the rest itself. */
  findMistake(request: Request, revision: Revision): Failure | undefined {
    const isKnown = Object.hasOwn(this.#methods, request.method) || Object.hasOwn(revision.methods, request.method);
    return isKnown ? revision.findMistake(request) : { code: METHOD_NOT_FOUND, message: "Method not found" };
  }

  /** Answers a request. Returns undefined if it was cancelled: that gets no answer. */
  async answer(request: Request, revision: Revision, transport: Transport): Promise<string | undefined> {
    const { id } = request;
    try {
      const result = this.findMistake(request, revision) ?? (await this.#run(request, revision, transport));
      if (transport.signal.aborted) {
        return undefined;
      }
      return isFailure(result) ? writeFailure(id, result) : writeResult(id, result);
    } catch {
      // The call was cancelled, or there is a bug of ours: the client must not wait forever.
      const failure = { code: INTERNAL_ERROR, message: "Internal error" };
      return transport.signal.aborted ? undefined : writeFailure(id, failure);
    }
  }

  async #run(request: Request, revision: Revision, transport: Transport): Promise<Fields | Failure> {
    const { method } = request;
    if (Object.hasOwn(revision.methods, method)) {
      return (revision.methods[method] as Method)(request, this.#offer, transport);
    }
    const running = (this.#methods[method] as Method)(request, this.#offer, transport);
    request.params = undefined;
    const result = await running;
    return isFailure(result) ? result : revision.completeResult(method, result, this.#offer);
  }
}

const TOOL_METHODS: Readonly<Record<string, Method>> = {
  "tools/list": (_request, { tools }) => ({ tools: tools.map(({ definition }) => definition) }),
  "tools/call"({ id, params = {} }, { tools }, transport) {
    const { name, arguments: toolArguments, _meta } = params;
    if (typeof name !== "string") {
      return invalidParams("name must be a string");
    }
    // Some providers send these for a call without arguments, and their hosts pass them on.
    const isEmpty = toolArguments === undefined || toolArguments === null || toolArguments === "";
    if (!isEmpty && !isObject(toolArguments)) {
      return invalidParams("arguments must be an object");
    }
    const tool = tools.find(({ definition }) => definition.name === name);
    return tool === undefined
      ? { code: INVALID_PARAMS, message: `Tool ${cutWord(name)} not found` }
      : tool.call(isEmpty ? {} : toolArguments, { id, _meta: isObject(_meta) ? _meta : undefined, ...transport });
  },
};

const PROMPT_METHODS: Readonly<Record<string, Method>> = {
  "prompts/list": (_request, { prompts }) => ({ prompts: prompts.map(({ definition }) => definition) }),
  "prompts/get"({ params = {} }, { prompts }) {
    const { name, arguments: given = {} } = params;
    if (typeof name !== "string") {
      return invalidParams("name must be a string");
    }
    if (!isObject(given) || Object.values(given).some((value) => typeof value !== "string")) {
      return invalidParams("arguments must be an object of strings");
    }
    const prompt = prompts.find(({ definition }) => definition.name === name);
    return prompt === undefined
      ? { code: INVALID_PARAMS, message: `Prompt ${cutWord(name)} not found` }
      : {
          messages: [
            { role: "user", content: { type: "text", text: prompt.write(given as Readonly<Record<string, string>>) } },
          ],
        };
  },
};

const RESOURCE_METHODS: Readonly<Record<string, Method>> = {
  "resources/list": (_request, { resources }) => ({ resources: resources.map(({ definition }) => definition) }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
  "resources/read"({ params }, { resources }) {
    const uri = params?.["uri"];
    if (typeof uri !== "string") {
      return invalidParams("uri must be a string");
    }
    const resource = resources.find(({ definition }) => definition.uri === uri);
    return resource === undefined
      ? { code: INVALID_PARAMS, message: `Resource not found: ${cutWord(uri)}`, data: { uri: cutWord(uri) } }
      : { contents: resource.contents };
  },
};
