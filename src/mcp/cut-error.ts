// Shortens protocol errors. The SDK repeats what it was sent, even a tool name that is 9 MB long.
import type { JSONRPCMessage } from "@modelcontextprotocol/server";

import { cutAt } from "../tooling/cut-text.ts";

/** The longest error text that stays as it is, and how much to keep of a longer one. */
const LONGEST = 500;
const HEAD = 200;
const TAIL = 50;

/** The message, with its error shortened if it is long. */
export function cutError(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message)) {
    return message;
  }
  const { error, ...rest } = message;
  const { data, ...told } = error;
  // The data may repeat what was sent, too.
  const isDataShort = data !== undefined && JSON.stringify(data).length <= LONGEST;
  return { ...rest, error: { ...told, message: cut(told.message), ...(isDataShort && { data }) } };
}

function cut(text: string): string {
  if (text.length <= LONGEST) {
    return text;
  }
  // Half a character at the start of the tail would be as bad as one at the end of the head.
  const tail = text.slice(-TAIL).replace(/^[\udc00-\udfff]/, "");
  return `${cutAt(text, HEAD)}… (${text.length} characters) …${tail}`;
}
