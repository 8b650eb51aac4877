// Logs errors that nobody else gets to standard error, a line each. Clients can neither forge lines nor flood it.
import type { Writable } from "node:stream";

import { escapeCharacters } from "../render/entry-label.ts";

const LONGEST_LINE = 200;

/** How many lines may be written per interval. */
const MOST_LINES = 20;
const INTERVAL_MS = 60_000;

/** How many bytes to hold if nobody reads them. */
const MOST_HELD = 64 * 1024;

/** Writes errors to a stream, whether or not anybody reads it. */
export function errorLog(stderr: Writable): (error: Error) => void {
  stderr.on("error", () => {});
  let lines = 0;
  let startedAt = -Infinity;
  return (error) => {
    const now = performance.now();
    if (now - startedAt > INTERVAL_MS) {
      startedAt = now;
      lines = 0;
    }
    lines += 1;
    if (stderr.writableLength > MOST_HELD) {
      return;
    }
    if (lines <= MOST_LINES) {
      const [line = ""] = error.message.split("\n");
      stderr.write(`dirleaf mcp: ${escapeCharacters(line.slice(0, LONGEST_LINE))}\n`);
    } else if (lines === MOST_LINES + 1) {
      stderr.write("dirleaf mcp: more errors follow, and are not shown for a minute\n");
    }
  };
}
