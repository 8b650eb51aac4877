// Answers the requests of MCP clients, whatever transport brought them: finds the method, calls the tool, writes the result.
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
import type { Offer, OfferedTool } from "./offer.ts";
import type { Method, Revision } from "./revision.ts";

const CALL = "tools/call";

const INTERNAL_ERROR = -32_603;

export class Engine {
  readonly #offer: Offer;
  readonly #tools: ReadonlyMap<unknown, OfferedTool>;
  /** The methods that every revision has. */
  readonly #methods: Readonly<Record<string, Method>>;

  constructor(offer: Offer) {
    this.#offer = offer;
    this.#tools = new Map(offer.tools.map((tool) => [tool.definition.name, tool]));
    this.#methods = {
      "tools/list": () => ({ tools: offer.tools.map(({ definition }) => definition) }),
      ...(offer.resources.length > 0 && RESOURCE_METHODS),
    };
  }

  /** The error for a request with an unknown method or a wrong envelope; undefined if both are right. The method checks the rest itself. */
  refuse(request: Request, revision: Revision): Failure | undefined {
    const { method } = request;
    if (method !== CALL && !Object.hasOwn(this.#methods, method) && !Object.hasOwn(revision.methods, method)) {
      return { code: METHOD_NOT_FOUND, message: "Method not found" };
    }
    return revision.findMistake(request);
  }

  /** Answers a request. Returns undefined if it was cancelled: that gets no answer. */
  async answer(request: Request, revision: Revision, transport: Transport): Promise<string | undefined> {
    const { id, method } = request;
    try {
      const failure = this.refuse(request, revision);
      if (failure !== undefined) {
        return writeFailure(id, failure);
      }
      if (method === CALL) {
        return await this.#call(request, revision, transport);
      }
      const ownMethod = Object.hasOwn(revision.methods, method) ? revision.methods[method] : undefined;
      const result = (ownMethod ?? (this.#methods[method] as Method))(request, this.#offer, transport);
      if (isFailure(result)) {
        return writeFailure(id, result);
      }
      return writeResult(id, ownMethod === undefined ? revision.completeResult(method, result, this.#offer) : result);
    } catch {
      // The call was cancelled, or there is a bug of ours: the client must not wait forever.
      return transport.signal.aborted
        ? undefined
        : writeFailure(id, { code: INTERNAL_ERROR, message: "Internal error" });
    }
  }

  async #call({ id, params = {} }: Request, revision: Revision, transport: Transport): Promise<string | undefined> {
    const { name, arguments: toolArguments, _meta } = params;
    const tool = this.#tools.get(name);
    const mistake = findCallMistake(params);
    if (tool === undefined || mistake !== undefined) {
      return writeFailure(id, mistake ?? { code: INVALID_PARAMS, message: `Tool ${cutWord(String(name))} not found` });
    }
    const mcpReq = { id, _meta: _meta as Fields | undefined, ...transport };
    const result = await tool.call(toolArguments, { mcpReq });
    return transport.signal.aborted ? undefined : writeResult(id, revision.completeResult(CALL, result, this.#offer));
  }
}

/** What is wrong with the parameters of a call, besides the name of its tool. */
function findCallMistake({ name, arguments: toolArguments }: Fields): Failure | undefined {
  if (typeof name !== "string") {
    return invalidParams("name must be a string");
  }
  const isCall = toolArguments === undefined || isObject(toolArguments);
  return isCall ? undefined : invalidParams("arguments must be an object");
}

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
      ? { code: INVALID_PARAMS, message: `Resource not found: ${cutWord(uri)}`, data: { uri } }
      : { contents: resource.contents };
  },
};
