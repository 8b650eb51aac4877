// Decides which calls are plain: calls of our tools as every client makes them. We answer those without the SDK, whose checks
// cost several times as much as a small listing. Anything the least bit unusual is not plain, and the SDK answers it its way.
import type { IncomingHttpHeaders } from "node:http";

import {
  classifyInboundRequest,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCNotification,
  type JSONRPCRequest,
} from "@modelcontextprotocol/server";

import { isJsonObject } from "./is-json-object.ts";

/** The old era has a handshake. In the new one every request carries an envelope: its version, and who sends it. */
export type Era = "old" | "new";

export interface PlainCall {
  readonly era: Era;
  readonly id: string | number;
  readonly params: {
    readonly name: string;
    readonly arguments?: Record<string, unknown>;
    readonly _meta?: Record<string, unknown>;
  };
}

const METHOD = "tools/call";
const NEW_VERSION = "2026-07-28";
const MESSAGE_KEYS = new Set(["jsonrpc", "id", "method", "params"]);
const PARAMS_KEYS = new Set(["name", "arguments", "_meta"]);
const RESERVED_PREFIX = "io.modelcontextprotocol/";
const ENVELOPE_KEYS = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]);

/** How many valid envelopes to remember, and how long each may be. A client sends the same one with every call. */
const MOST_ENVELOPES = 64;
const LONGEST_ENVELOPE = 4096;

export class PlainCalls {
  readonly #toolNames: ReadonlySet<unknown>;
  /** Envelopes that the SDK found valid. It takes longer to check one than we to list a small directory. */
  readonly #envelopes = new Set<string>();

  constructor(toolNames: readonly string[]) {
    this.#toolNames = new Set(toolNames);
  }

  /** The plain call in a message that was read from JSON, or undefined if it is anything else. */
  read(message: unknown): PlainCall | undefined {
    if (!isJsonObject(message) || message["method"] !== METHOD || !hasOnly(message, MESSAGE_KEYS)) {
      return undefined;
    }
    const { jsonrpc, id, params } = message;
    if (jsonrpc !== "2.0" || !isId(id) || !isJsonObject(params) || !hasOnly(params, PARAMS_KEYS)) {
      return undefined;
    }
    const { name, arguments: given } = params;
    if (!this.#toolNames.has(name) || (given !== undefined && !isJsonObject(given))) {
      return undefined;
    }
    const era = this.#eraOf(message, params["_meta"]);
    return era && { era, id, params: params as PlainCall["params"] };
  }

  #eraOf(message: object, meta: unknown): Era | undefined {
    if (meta === undefined) {
      return "old";
    }
    if (!isJsonObject(meta) || (meta["progressToken"] !== undefined && !isId(meta["progressToken"]))) {
      return undefined;
    }
    const reserved = Object.keys(meta).filter((key) => key.startsWith(RESERVED_PREFIX));
    if (reserved.length === 0) {
      return "old";
    }
    if (meta[PROTOCOL_VERSION_META_KEY] !== NEW_VERSION || !reserved.every((key) => ENVELOPE_KEYS.has(key))) {
      return undefined;
    }
    const envelope = reserved.map((key) => `${key} ${JSON.stringify(meta[key])}`).join("\n");
    return this.#isValid(envelope, message) ? "new" : undefined;
  }

  #isValid(envelope: string, message: object): boolean {
    if (this.#envelopes.has(envelope)) {
      return true;
    }
    const isValid = envelope.length <= LONGEST_ENVELOPE && classify(message).kind === "modern";
    if (isValid) {
      if (this.#envelopes.size >= MOST_ENVELOPES) {
        this.#envelopes.clear();
      }
      this.#envelopes.add(envelope);
    }
    return isValid;
  }
}

/** Whether a plain call that comes over HTTP has plain headers, too. */
export function hasPlainHeaders({ era, params }: PlainCall, headers: IncomingHttpHeaders): boolean {
  const { accept = "", "content-type": type, "mcp-protocol-version": version } = headers;
  const isUsual =
    type === "application/json" && accept.includes("application/json") && accept.includes("text/event-stream");
  if (!isUsual) {
    return false;
  }
  return era === "old"
    ? version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version as string)
    : version === NEW_VERSION && headers["mcp-method"] === METHOD && headers["mcp-name"] === params.name;
}

/**
 * The era that a message opens a connection in on the standard streams, as the SDK will decide it. Undefined if the connection
 * stays open for both, and "unclear" if calls on it must not be plain.
 */
export function eraOpenedBy(message: JSONRPCRequest | JSONRPCNotification): Era | "unclear" | undefined {
  const outcome = classify(message);
  if (outcome.kind === "legacy") {
    return "old";
  }
  if (!("id" in message)) {
    return "unclear";
  }
  const isNew = outcome.kind === "modern" && outcome.classification.revision === NEW_VERSION;
  // A client may still go back to the old era after it has asked what the server can do.
  return isNew && message.method !== "server/discover" ? "new" : undefined;
}

function classify(body: object): ReturnType<typeof classifyInboundRequest> {
  return classifyInboundRequest({ httpMethod: "POST", body });
}

function hasOnly(value: object, keys: ReadonlySet<string>): boolean {
  return Object.keys(value).every((key) => keys.has(key));
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}
