// The two revisions of the protocol that the server speaks, and which of them a message is in.
import { isObject } from "../tooling/check-options.ts";
import { cutWord } from "../tooling/cut-text.ts";
import type { Failure, Notification, Request } from "./messages.ts";
import type { Revision } from "./revision.ts";
import { HANDSHAKE } from "./revision-2025-11-25.ts";
import { STATELESS, VERSION_KEY } from "./revision-2026-07-28.ts";

const UNSUPPORTED_VERSION = -32_022;

/**
 * The revision that a message is in: the one that its envelope names, or else the one with a handshake. `header`: the version that a header
 * of an HTTP request names. If it is one whose messages have envelopes, it decides, whatever the envelope says.
 */
export function revisionOf(message: Request | Notification, header?: unknown): Revision | Failure {
  const meta = message.params?.["_meta"];
  const inEnvelope = isObject(meta) ? meta[VERSION_KEY] : undefined;
  const version = isStateless(header) ? header : inEnvelope;
  if (version === undefined) {
    return HANDSHAKE;
  }
  const named = isStateless(version) ? STATELESS : undefined;
  // `initialize` without a complete envelope is a handshake. With one, it is a request in a revision that has no such method.
  if (message.kind === "request" && message.method === "initialize") {
    return named === undefined || named.findMistake(message) !== undefined ? HANDSHAKE : named;
  }
  return named ?? unsupported(version);
}

function isStateless(version: unknown): boolean {
  return STATELESS.versions.includes(version as string);
}

/** The error for a version that is not supported, or no longer on this connection. */
export function unsupported(requested: unknown): Failure {
  // Only text is repeated: arrays that are nested thousands deep can't be serialized.
  const named = typeof requested === "string" ? cutWord(requested) : undefined;
  return {
    code: UNSUPPORTED_VERSION,
    message: `Unsupported protocol version: ${named ?? "none was named"}`,
    data: { supported: STATELESS.versions, requested: named },
  };
}
