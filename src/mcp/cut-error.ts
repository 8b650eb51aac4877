// An error of the protocol at a length that a host can bear. The SDK repeats what it was sent, a tool's name of 9 MB too.
import type { JSONRPCMessage } from "@modelcontextprotocol/server";

/** The longest text of an error that is left as it is, and what is kept of a longer one. */
const LONGEST = 500;
const HEAD = 200;
const TAIL = 50;

/** The message as it is, or with a piece of its error where that is too long. */
export function cutError(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message)) {
    return message;
  }
  const { error, ...rest } = message;
  const { data, ...told } = error;
  // Data repeat what was sent, too. What is too long to be read is left out.
  const isDataShort = data !== undefined && JSON.stringify(data).length <= LONGEST;
  return { ...rest, error: { ...told, message: cut(told.message), ...(isDataShort && { data }) } };
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, HEAD)}… (${text.length} characters) …${text.slice(-TAIL)}`;
}
