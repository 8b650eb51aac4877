// The protocol of 2026-07-28: no handshake. Every request has an envelope with its version and its client's capabilities, and over
// HTTP also headers that repeat its method and name.
import type { IncomingHttpHeaders } from "node:http";

import { isObject } from "../tooling/check-options.ts";
import { cutWord } from "../tooling/cut-text.ts";
import { invalidParams, type Failure, type Fields, type Request } from "./messages.ts";
import type { Offer } from "./offer.ts";
import type { Revision } from "./revision.ts";

const VERSION = "2026-07-28";
const KEY = "io.modelcontextprotocol/";

/** The key of the envelope that names the version. */
export const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY = `${KEY}clientCapabilities`;

/** How long clients may cache the results of a method. The tools and prompts of a running server never change. */
const CACHING: Readonly<Record<string, Fields>> = {
  "prompts/get": {},
  "prompts/list": { ttlMs: 3_600_000, cacheScope: "public" },
  "tools/call": {},
  "tools/list": { ttlMs: 3_600_000, cacheScope: "public" },
  // Private, because the instructions name directories.
  "server/discover": { ttlMs: 3_600_000, cacheScope: "private" },
};
const NO_CACHING: Fields = { ttlMs: 0, cacheScope: "private" };

const HEADER_MISMATCH = -32_020;

/** Which parameter the header `Mcp-Name` repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "prompts/get": "name",
  "resources/read": "uri",
  "tools/call": "name",
};

export const STATELESS: Revision = {
  versions: [VERSION],
  hasHandshake: false,
  methods: {
    "server/discover"({ method }, offer) {
      const { capabilities, instructions } = offer;
      return completeResult(method, { supportedVersions: [VERSION], capabilities, instructions }, offer);
    },
    // Nothing that this server offers ever changes, so a subscription is over as soon as it is acknowledged.
    "subscriptions/listen"({ id, params }, { identity }, { notify }) {
      if (!isObject(params?.["notifications"])) {
        return invalidParams("'notifications' is required and must be a valid SubscriptionFilter");
      }
      const subscription = { [`${KEY}subscriptionId`]: id };
      const acknowledged = { notifications: {}, _meta: subscription };
      void notify({ method: "notifications/subscriptions/acknowledged", params: acknowledged });
      return { resultType: "complete", _meta: { ...subscription, [`${KEY}serverInfo`]: identity } };
    },
  },
  completeResult,
  findMistake({ params }) {
    const meta = params?.["_meta"];
    const isRight = isObject(meta) && meta[VERSION_KEY] === VERSION && isObject(meta[CAPABILITIES_KEY]);
    const needed = `_meta needs ${VERSION_KEY}, "${VERSION}", and ${CAPABILITIES_KEY}, an object`;
    return isRight ? undefined : invalidParams(needed);
  },
  findHeaderMistake(message, headers) {
    const mismatch = message.kind === "request" ? findHeaderMismatch(message, headers) : undefined;
    return mismatch && { status: 400, failure: mismatch };
  },
};

function completeResult(method: string, result: Fields, { identity }: Offer): Fields {
  const caching = CACHING[method] ?? NO_CACHING;
  return { ...result, resultType: "complete", ...caching, _meta: { [`${KEY}serverInfo`]: identity } };
}

/** The first header that differs from the body, if any: proxies must be able to rely on the headers. */
function findHeaderMismatch({ method, params = {} }: Request, headers: IncomingHttpHeaders): Failure | undefined {
  const { _meta: meta } = params;
  const wanted = {
    "mcp-protocol-version": isObject(meta) ? meta[VERSION_KEY] : undefined,
    "mcp-method": method,
    "mcp-name": params[NAMED_BY[method] ?? ""],
  };
  for (const [header, expected] of Object.entries(wanted)) {
    const value = headers[header] as string | undefined;
    if (typeof expected === "string" && (value === undefined || decodeHeader(value.trim()) !== expected)) {
      const message = `Bad Request: the header ${header} must match the body: ${cutWord(expected)}`;
      return { code: HEADER_MISMATCH, message };
    }
  }
  return undefined;
}

/** A value that a header can't hold is sent as Base64, in the form `=?base64?…?=`. */
function decodeHeader(value: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString();
}
