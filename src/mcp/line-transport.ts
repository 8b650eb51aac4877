// Messages as lines of two streams, in the form that the SDK takes a transport. Calls that can be answered without the SDK
// are: it checks every message four times over, which costs more than the listing (see direct-calls.ts).
import type { Readable, Writable } from "node:stream";

import { deserializeMessage, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/server";

import type { DirectCalls } from "./direct-calls.ts";

/** The longest line that is held: the SDK's own bound. */
const LONGEST_LINE = 10 * 1024 * 1024;

/** `ended`: there is no more input. `broken`: what came can't be read. */
export type TransportEnd = "ended" | "broken";

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when the connection is over, unless it was closed. */
  readonly over: Promise<TransportEnd>;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #calls: DirectCalls;
  #resolveOver: (end: TransportEnd) => void = () => {};
  /** What has come of a line that is not whole. */
  #unread = "";
  #unwritten: string[] = [];
  #isClosed = false;

  constructor(input: Readable, output: Writable, calls: DirectCalls) {
    this.#input = input;
    this.#output = output;
    this.#calls = calls;
    this.over = new Promise((resolve) => {
      this.#resolveOver = resolve;
    });
  }

  async start(): Promise<void> {
    this.#input.setEncoding("utf8");
    this.#input.on("data", this.#read);
    // A host that has gone closes the input; if it crashed, writing to it fails.
    this.#input.once("end", this.#end).once("close", this.#end).once("error", this.#end);
    this.#output.once("error", this.#end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(JSON.stringify(message));
  }

  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#flush();
    this.#isClosed = true;
    this.#input.off("data", this.#read).pause();
    // A late failure to write is nobody's concern any more, but without a listener it would end the process.
    this.#output.on("error", () => {});
    this.#calls.cancelAll();
    this.onclose?.();
  }

  readonly #end = (): void => {
    this.#finish("ended");
  };

  readonly #read = (text: string): void => {
    const lines = (this.#unread + text).split("\n");
    this.#unread = lines.pop() ?? "";
    for (const line of lines) {
      this.#take(line);
    }
    if (this.#unread.length > LONGEST_LINE) {
      this.onerror?.(new Error("a line is longer than 10 MiB"));
      this.#finish("broken");
    }
  };

  #take(line: string): void {
    if (line.trim() === "" || this.#calls.take(line, (answer) => this.#write(answer))) {
      return;
    }
    try {
      const message = deserializeMessage(line);
      this.#calls.see(message);
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }

  /** Answers that are ready at the same time go out at a stroke: a write is a system call. */
  #write(line: string): void {
    if (this.#isClosed) {
      return;
    }
    if (this.#unwritten.push(line) === 1) {
      process.nextTick(() => this.#flush());
    }
  }

  #flush(): void {
    if (this.#isClosed || this.#unwritten.length === 0) {
      return;
    }
    const isTaken = this.#output.write(`${this.#unwritten.join("\n")}\n`);
    this.#unwritten = [];
    if (!isTaken) {
      // A host that does not read its answers is given no more of them.
      this.#input.pause();
      this.#output.once("drain", () => {
        if (!this.#isClosed) {
          this.#input.resume();
        }
      });
    }
  }

  #finish(end: TransportEnd): void {
    this.#resolveOver(end);
    void this.close();
  }
}
