// The protocol of 2026-07-28: no handshake. Every request has an envelope with its version and its client's capabilities, and over
// HTTP also headers that repeat its method and name.
import type { IncomingHttpHeaders } from "node:http";

import {
  headerMismatch,
  INVALID_PARAMS,
  invalidParams,
  isId,
  isJsonObject,
  writeNotification,
  type Failure,
  type Request,
} from "./messages.ts";
import type { Offer } from "./offer.ts";
import type { Revision } from "./revision.ts";

const VERSION = "2026-07-28";
const KEY = "io.modelcontextprotocol/";

/** How long clients may keep what a method answers. The tools of a running server never change. */
const CACHING: Readonly<Record<string, { readonly ttlMs: number; readonly cacheScope: string }>> = {
  "tools/list": { ttlMs: 3_600_000, cacheScope: "public" },
  // The instructions name directories, which are nobody else's business.
  "server/discover": { ttlMs: 3_600_000, cacheScope: "private" },
  "resources/list": { ttlMs: 0, cacheScope: "private" },
  "resources/templates/list": { ttlMs: 0, cacheScope: "private" },
  "resources/read": { ttlMs: 0, cacheScope: "private" },
};

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
      notify(writeNotification("notifications/subscriptions/acknowledged", { notifications: {}, _meta: subscription }));
      return JSON.stringify({ resultType: "complete", _meta: { ...subscription, [`${KEY}serverInfo`]: identity } });
    },
  },
  completeResult,
  findMistake({ params }) {
    const issue = findEnvelopeIssue(params?.["_meta"]);
    if (issue === undefined) {
      return undefined;
    }
    const message = `Invalid _meta envelope for protocol revision ${VERSION}: ${issue.key}: ${issue.problem}`;
    return { code: INVALID_PARAMS, message, data: { envelope: issue } };
  },
  refuseHeaders(message, headers) {
    const mismatch = message.kind === "request" ? findHeaderMismatch(message, headers) : undefined;
    return mismatch && { status: 400, failure: mismatch };
  },
};

function completeResult(method: string, result: string, { identity }: Offer): string {
  const caching = CACHING[method];
  const cached = caching === undefined ? "" : `,"ttlMs":${caching.ttlMs},"cacheScope":"${caching.cacheScope}"`;
  const meta = JSON.stringify({ [`${KEY}serverInfo`]: identity });
  return `${result.slice(0, -1)},"resultType":"complete"${cached},"_meta":${meta}}`;
}

interface EnvelopeIssue {
  readonly key: string;
  readonly problem: string;
}

function findEnvelopeIssue(meta: unknown): EnvelopeIssue | undefined {
  if (!isJsonObject(meta)) {
    return { key: "_meta", problem: "missing" };
  }
  const capabilities = `${KEY}clientCapabilities`;
  if (!isJsonObject(meta[capabilities])) {
    return { key: capabilities, problem: capabilities in meta ? "must be an object" : "missing" };
  }
  const client = meta[`${KEY}clientInfo`];
  const isNamed = isJsonObject(client) && typeof client["name"] === "string" && typeof client["version"] === "string";
  if (client !== undefined && !isNamed) {
    return { key: `${KEY}clientInfo`, problem: "must be an object with a name and a version" };
  }
  const token = meta["progressToken"];
  return token === undefined || isId(token)
    ? undefined
    : { key: "progressToken", problem: "must be a string or an integer" };
}

function findHeaderMismatch({ method, params }: Request, headers: IncomingHttpHeaders): Failure | undefined {
  const wanted: [string, string][] = [
    ["mcp-protocol-version", VERSION],
    ["mcp-method", method],
  ];
  const named = NAMED_BY[method];
  const name = named === undefined ? undefined : params?.[named];
  if (typeof name === "string") {
    wanted.push(["mcp-name", name]);
  }
  for (const [header, expected] of wanted) {
    const given = headers[header] as string | undefined;
    if (given === undefined || decodeHeader(given.trim()) !== expected) {
      return headerMismatch(header, given, expected);
    }
  }
  return undefined;
}

/** A value that no header can hold is sent as Base64 between marks. */
function decodeHeader(value: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString();
}
