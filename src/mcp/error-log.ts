// Writes errors that no client sees to standard error, one line each that no client can forge.
import type { Writable } from "node:stream";

import { escapeCharacters } from "../text/entry-label.ts";

const MAX_LINE_LENGTH = 200;

/** Writes errors to a stream, whether or not anybody reads it. */
export function errorLog(stderr: Writable): (error: Error) => void {
  stderr.on("error", () => {});
  return ({ message }) => {
    const [line = ""] = message.split("\n");
    stderr.write(`dirleaf mcp: ${escapeCharacters(line.slice(0, MAX_LINE_LENGTH))}\n`);
  };
}
