// The reasons why our server and the SDK's may answer a message differently. A difference without a reason is a bug.
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";

export interface Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Difference {
  /** The message, if one message alone led to these answers. */
  readonly sent: unknown;
  readonly ours: readonly Answer[];
  readonly theirs: readonly Answer[];
}

/** Fields that the SDK checks and nothing of ours reads. */
const UNREAD = /"(?:cursor|task|capabilities|clientInfo|requestState|notifications|io\.modelcontextprotocol\/[\w-]+)"/;

const INVALID_REQUEST = -32_600;
const NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL = -32_603;
const UNSUPPORTED_VERSION = -32_022;
const HEADER_MISMATCH = -32_020;
/** What the SDK's own HTTP transport answers. */
const REFUSED = -32_000;

/** Errors that one message can deserve at the same time. */
const MISTAKES: ReadonlySet<unknown> = new Set([
  INVALID_REQUEST,
  NOT_FOUND,
  INVALID_PARAMS,
  INTERNAL,
  UNSUPPORTED_VERSION,
  HEADER_MISMATCH,
  REFUSED,
]);

export const REASONS = {
  silence: "the SDK's transport on streams says nothing to what is no message; we say what is wrong with it",
  response: "a response means nothing to us, since we ask nothing, so we don't look at its headers",
  internal: "the SDK reports wrong parameters as a failure of its own; we as wrong parameters",
  words: "the same error in other words",
  handshake:
    "an envelope with a mistake in a field that we don't read is whole, and a handshake with a whole one is none",
  unread: "we check only the fields that we read",
  order: "of two mistakes in one message we name the other one first",
  version: "we look at the version of every request; the SDK, on an open connection, only at that of the first",
} as const;

export type Reason = keyof typeof REASONS;

/** The reason for a difference, or undefined if there is none. */
export function explainDifference({ sent, ours, theirs }: Difference): Reason | undefined {
  const { method, params } = (sent ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  const [mine, other] = [ours.at(-1)?.error?.code, theirs.at(-1)?.error?.code];
  if (theirs.length === 0) {
    return ours.every(({ error }) => error !== undefined) || !isMessage(sent) ? "silence" : undefined;
  }
  if (ours.length === 0) {
    return method === undefined ? "response" : isMessage(sent) ? undefined : "unread";
  }
  if (mine !== undefined && mine === other) {
    return "words";
  }
  if (mine === INVALID_PARAMS && other === INTERNAL) {
    return "internal";
  }
  if (mine === UNSUPPORTED_VERSION && other === undefined) {
    return "version";
  }
  if (MISTAKES.has(mine) && MISTAKES.has(other)) {
    return "order";
  }
  if (method === "initialize" && MISTAKES.has(mine) && other === undefined) {
    return "handshake";
  }
  // A handshake may also leave out what we don't read.
  const isUnread = method === "initialize" || UNREAD.test(JSON.stringify(params));
  return MISTAKES.has(other) && mine === undefined && isUnread ? "unread" : undefined;
}

function isMessage(value: unknown): boolean {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}
