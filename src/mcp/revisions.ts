// The revisions of the protocol that the server speaks, and which of them a message is in. To add one, write its file and add it to
// the list below.
import { isObject } from "../tooling/check-options.ts";
import { cutWord } from "../tooling/cut-text.ts";
import type { Failure, Notification, Request } from "./messages.ts";
import type { Revision } from "./revision.ts";
import { HANDSHAKE } from "./revision-2025-11-25.ts";
import { STATELESS } from "./revision-2026-07-28.ts";

/** The key of the envelope that names the version. */
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

const UNSUPPORTED_VERSION = -32_022;

const WITH_ENVELOPE: readonly Revision[] = [STATELESS];

/** The version that a message's envelope names, or undefined if it has none. */
export function namedVersion({ params }: Request | Notification): unknown {
  const meta = params?.["_meta"];
  return isObject(meta) ? meta[VERSION_KEY] : undefined;
}

/** The revision that a message is in: the one that its envelope names, or else the one with a handshake. */
export function revisionOf(message: Request | Notification): Revision | Failure {
  const version = namedVersion(message);
  if (version === undefined) {
    return HANDSHAKE;
  }
  const named = WITH_ENVELOPE.find(({ versions }) => versions.includes(version as string));
  // `initialize` without a complete envelope is a handshake. With one, it is a request in a revision that has no such method.
  if (message.kind === "request" && message.method === "initialize") {
    return named === undefined || named.findMistake(message) !== undefined ? HANDSHAKE : named;
  }
  return named ?? unsupported(version);
}

/** Whether a version is one whose requests have an envelope. */
export function needsEnvelope(version: unknown): boolean {
  return WITH_ENVELOPE.some(({ versions }) => versions.includes(version as string));
}

/** The error for a version that is not supported, or no longer on this connection. */
export function unsupported(requested: unknown): Failure {
  const supported = WITH_ENVELOPE.flatMap(({ versions }) => versions);
  // Only text is repeated: arrays that are nested thousands deep can't be serialized.
  const named = typeof requested === "string" ? cutWord(requested) : undefined;
  return {
    code: UNSUPPORTED_VERSION,
    message: `Unsupported protocol version: ${named ?? "none was named"}`,
    data: { supported, requested: named },
  };
}
