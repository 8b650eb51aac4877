// The protocol of 2026-07-28: no handshake. Every request has an envelope with its version and its client's capabilities, and over
// HTTP also headers that repeat its method and name.
import type { IncomingHttpHeaders } from "node:http";

import {
  headerMismatch,
  INVALID_PARAMS,
  invalidParams,
  isId,
  isJsonObject,
  type Failure,
  type Request,
} from "./messages.ts";
import type { Offer } from "./offer.ts";
import type { Revision } from "./revision.ts";

const VERSION = "2026-07-28";
const KEY = "io.modelcontextprotocol/";

/** How long clients may cache the results of a method. The tools of a running server never change. */
const CACHING: Readonly<Record<string, string>> = {
  "tools/call": "",
  "tools/list": ',"ttlMs":3600000,"cacheScope":"public"',
  // Private, because the instructions name directories.
  "server/discover": ',"ttlMs":3600000,"cacheScope":"private"',
};
const NO_CACHING = ',"ttlMs":0,"cacheScope":"private"';

/** Which parameter the header `Mcp-Name` repeats. */
const NAMED_BY: Readonly<Record<string, string>> = { "tools/call": "name", "resources/read": "uri" };

export const STATELESS: Revision = {
  versions: [VERSION],
  hasHandshake: false,
  alwaysStreams: false,
  methods: {
    "server/discover"({ method }, offer) {
      const { capabilities, instructions } = offer;
      const result = JSON.stringify({ supportedVersions: [VERSION], capabilities, instructions });
      return completeResult(method, result, offer);
    },
    // Nothing that this server offers ever changes, so a subscription is over as soon as it is acknowledged.
    "subscriptions/listen"({ id, params }, { identity }, { notify }) {
      if (!isJsonObject(params?.["notifications"])) {
        return invalidParams("'notifications' is required and must be a valid SubscriptionFilter");
      }
      const subscription = { [`${KEY}subscriptionId`]: id };
      const acknowledged = { notifications: {}, _meta: subscription };
      void notify({ method: "notifications/subscriptions/acknowledged", params: acknowledged });
      return JSON.stringify({ resultType: "complete", _meta: { ...subscription, [`${KEY}serverInfo`]: identity } });
    },
  },
  completeResult,
  findMistake({ params }) {
    const [key, problem] = findEnvelopeIssue(params?.["_meta"]);
    const message = `Invalid _meta envelope for protocol revision ${VERSION}: ${key}: ${problem}`;
    return key === undefined ? undefined : { code: INVALID_PARAMS, message, data: { envelope: { key, problem } } };
  },
  refuseHeaders(message, headers) {
    const mismatch = message.kind === "request" ? findHeaderMismatch(message, headers) : undefined;
    return mismatch && { status: 400, failure: mismatch };
  },
};

function completeResult(method: string, result: string, { identity }: Offer): string {
  const cached = CACHING[method] ?? NO_CACHING;
  const meta = JSON.stringify({ [`${KEY}serverInfo`]: identity });
  return `${result.slice(0, -1)},"resultType":"complete"${cached},"_meta":${meta}}`;
}

/** The key of the envelope that is wrong, and what is wrong with it; nothing if the envelope is right. */
function findEnvelopeIssue(meta: unknown): [key: string, problem: string] | [] {
  if (!isJsonObject(meta)) {
    return ["_meta", "missing"];
  }
  const capabilities = `${KEY}clientCapabilities`;
  if (!isJsonObject(meta[capabilities])) {
    return [capabilities, capabilities in meta ? "must be an object" : "missing"];
  }
  const client = meta[`${KEY}clientInfo`];
  const isNamed = isJsonObject(client) && typeof client["name"] === "string" && typeof client["version"] === "string";
  if (client !== undefined && !isNamed) {
    return [`${KEY}clientInfo`, "must be an object with a name and a version"];
  }
  const token = meta["progressToken"];
  return token === undefined || isId(token) ? [] : ["progressToken", "must be a string or an integer"];
}

function findHeaderMismatch({ method, params }: Request, headers: IncomingHttpHeaders): Failure | undefined {
  const named = NAMED_BY[method];
  const name = named === undefined ? undefined : params?.[named];
  const wanted = { "mcp-protocol-version": VERSION, "mcp-method": method, "mcp-name": name };
  for (const [header, expected] of Object.entries(wanted)) {
    const given = headers[header] as string | undefined;
    if (typeof expected === "string" && (given === undefined || decodeHeader(given.trim()) !== expected)) {
      return headerMismatch(header, given, expected);
    }
  }
  return undefined;
}

/** A value that a header can't hold is sent as Base64, in the form `=?base64?…?=`. */
function decodeHeader(value: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString();
}
