// Writes errors that no client sees to standard error, one line each. Clients can neither forge lines nor flood the log.
import type { Writable } from "node:stream";

import { escapeCharacters } from "../text/entry-label.ts";

const MAX_LINE_LENGTH = 200;

/** How many lines may be written per interval. */
const MAX_LINES = 20;
const INTERVAL_MS = 60_000;

/** Writes errors to a stream, whether or not anybody reads it. */
export function errorLog(stderr: Writable): (error: Error) => void {
  stderr.on("error", () => {});
  let lines = 0;
  let startedAt = -Infinity;
  return ({ message }) => {
    if (performance.now() - startedAt > INTERVAL_MS) {
      startedAt = performance.now();
      lines = 0;
    }
    lines += 1;
    if (lines <= MAX_LINES) {
      const [line = ""] = message.split("\n");
      stderr.write(`dirleaf mcp: ${escapeCharacters(line.slice(0, MAX_LINE_LENGTH))}\n`);
    } else if (lines === MAX_LINES + 1) {
      stderr.write("dirleaf mcp: more errors follow, and are not shown for a minute\n");
    }
  };
}
