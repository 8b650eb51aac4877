// What standard error shows while a command takes long. How it looks in a terminal is in progress-line.test.ts.
import { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import { expect, test, vi } from "vitest";

import type { TerminalProcess } from "../../src/cli/terminal-process.ts";
import { showProgress } from "../../src/cli/progress.ts";
import { stopClock } from "../support/virtual-time.ts";

/** A process whose standard error is a terminal or a pipe, and what was written to it. */
function makeHost(isTerminal: boolean): { host: TerminalProcess; written: () => string } {
  let text = "";
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const host = Object.assign(new EventEmitter(), { stderr: Object.assign(stderr, { isTTY: isTerminal, columns: 80 }) });
  return { host: host as unknown as TerminalProcess, written: () => text };
}

test.each([true, false])(
  "progress appears after half a second, and not before, on a terminal: %s",
  async (isTerminal) => {
    const { host, written } = makeHost(isTerminal);
    stopClock();
    let finish = (): void => {};
    const work = showProgress(host, (onProgress) => {
      onProgress({ directories: 1, entries: 5 });
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    vi.advanceTimersByTime(499);
    expect(written()).toBe("");
    vi.advanceTimersByTime(1);
    expect(written()).toBe(isTerminal ? "\r1 directory, 5 entries read" : "");
    finish();
    await work;
    expect(written()).toBe(isTerminal ? `\r1 directory, 5 entries read\r${" ".repeat(27)}\r` : "");
  },
);
