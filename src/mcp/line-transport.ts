// A transport for the SDK: one message per line, on two streams. It answers plain calls without the SDK (see plain-call.ts).
import type { Readable, Writable } from "node:stream";

import {
  parseJSONRPCMessage,
  SUBSCRIPTION_ID_META_KEY,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";

import { BatchAnswers } from "./batch-answers.ts";
import { BATCH_VERSION, BATCHES_REFUSED, LARGEST_BATCH } from "./batch-rules.ts";
import { cutError } from "./cut-error.ts";
import type { CallSink, DirectCalls } from "./direct-calls.ts";
import { LineReader } from "./line-reader.ts";
import { PendingAnswers, type Settle } from "./pending-answers.ts";
import { NOT_JSON, refuseBatch, refuseMessage } from "./refuse-message.ts";

/**
 * How many requests may be open at once. Beyond that no more lines are read, since we may have to hold all the answers for a
 * host that does not read them.
 */
const MOST_OPEN = 256;

/** `ended`: all input was taken. `broken`: a line is too long. `gone`: our output is closed. */
export type TransportEnd = "ended" | "broken" | "gone";

/** Answers plain calls. */
export type PlainAnswerer = Pick<DirectCalls, "take" | "see" | "cancelAll">;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when the input is over, but not on `close` or `stop`. */
  readonly over: Promise<TransportEnd>;

  readonly #reader: LineReader;
  readonly #output: Writable;
  readonly #calls: PlainAnswerer;
  readonly #pending = new PendingAnswers();
  readonly #whenIdle: (() => void)[] = [];
  #resolveOver: (end: TransportEnd) => void = () => {};
  #unwritten: string[] = [];
  /** How many requests are not answered yet. */
  #open = 0;
  #isBlocked = false;
  #isClosed = false;
  /** Whether the client speaks the version that has batches. */
  #hasBatches = false;

  constructor(input: Readable, output: Writable, calls: PlainAnswerer) {
    this.#reader = new LineReader(input, {
      mayTake: () => !this.#isBlocked && this.#open < MOST_OPEN,
      take: (line) => this.#take(line),
      onEnd: (end) => this.#resolveOver(end),
    });
    this.#output = output;
    this.#calls = calls;
    this.over = new Promise((resolve) => {
      this.#resolveOver = resolve;
    });
  }

  async start(): Promise<void> {
    // Writing fails if the host has crashed or has closed our output.
    this.#output.once("error", this.#lose).on("drain", this.#unblock);
    this.#reader.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const line = JSON.stringify(cutError(message));
    if ("method" in message) {
      // This answers a subscription; its result comes only when the connection closes.
      if (message.method === "notifications/subscriptions/acknowledged") {
        const meta = message.params?.["_meta"] as Record<string, unknown> | undefined;
        this.#pending.take(meta?.[SUBSCRIPTION_ID_META_KEY])?.(undefined);
      }
      this.#write(line);
      return;
    }
    const settle = this.#pending.take(message.id);
    if (settle === undefined) {
      this.#write(line);
    } else {
      settle(line);
    }
  }

  /** Takes no more lines. */
  stop(): void {
    this.#reader.stop();
  }

  /** Resolves when every accepted request is answered, or our output is closed. */
  async idle(): Promise<void> {
    if (this.#open > 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#whenIdle.push(resolve);
      });
    }
  }

  /** Resolves when the host has read everything that was written, or our output is closed. */
  async written(): Promise<void> {
    this.#flush();
    if (!this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#output.write("", () => resolve());
      });
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#flush();
    this.#isClosed = true;
    this.#reader.close();
    // A late write error no longer matters, but without a listener it would end the process.
    this.#output.off("drain", this.#unblock).on("error", () => {});
    this.#calls.cancelAll();
    this.#wakeIdle();
    this.onclose?.();
  }

  readonly #lose = (): void => {
    this.#resolveOver("gone");
    void this.close();
  };

  readonly #unblock = (): void => {
    this.#isBlocked = false;
    this.#reader.goOn();
  };

  #take(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      this.onerror?.(error as Error);
      this.#write(NOT_JSON);
      return;
    }
    if (Array.isArray(value)) {
      this.#takeBatch(value);
    } else {
      this.#takeMessage(value, this.#alone);
    }
  }

  #takeMessage(value: unknown, sink: CallSink): void {
    if (this.#calls.take(value, sink)) {
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch (error) {
      this.onerror?.(error as Error);
      const refusal = refuseMessage(value);
      if (refusal !== undefined) {
        sink.open()(refusal);
      }
      return;
    }
    this.#calls.see(message);
    if ("method" in message && "id" in message) {
      if (message.method === "initialize") {
        // The SDK supports this version, so it will agree to it.
        this.#hasBatches = message.params?.["protocolVersion"] === BATCH_VERSION;
      }
      this.#pending.add(message.id, sink.open());
    } else if ("method" in message && message.method === "notifications/cancelled") {
      this.#pending.take(message.params?.["requestId"])?.(undefined);
    }
    this.onmessage?.(message);
  }

  #takeBatch(values: readonly unknown[]): void {
    if (!this.#hasBatches) {
      this.#write(refuseBatch(BATCHES_REFUSED));
    } else if (values.length === 0 || values.length > LARGEST_BATCH) {
      this.#write(refuseBatch(`a batch holds 1 to ${LARGEST_BATCH} messages`));
    } else {
      const batch = new BatchAnswers((line) => this.#write(line));
      const sink = { open: () => this.#count(batch.expect()), notify: this.#alone.notify };
      values.forEach((value) => this.#takeMessage(value, sink));
      batch.close();
    }
  }

  /** Takes the answers to messages that are not part of a batch. */
  readonly #alone: CallSink = {
    open: () => this.#count((answer) => answer !== undefined && this.#write(answer)),
    notify: (line) => this.#write(line),
  };

  #count(settle: Settle): Settle {
    this.#open += 1;
    return (answer) => {
      this.#open -= 1;
      settle(answer);
      if (this.#open === 0) {
        this.#wakeIdle();
      }
      this.#reader.goOn();
    };
  }

  #wakeIdle(): void {
    this.#whenIdle.splice(0).forEach((resolve) => resolve());
  }

  /** Answers that are ready at the same time go out in one write, to save system calls. */
  #write(line: string): void {
    if (!this.#isClosed && this.#unwritten.push(line) === 1) {
      process.nextTick(() => this.#flush());
    }
  }

  #flush(): void {
    if (this.#isClosed || this.#unwritten.length === 0) {
      return;
    }
    // While the host does not read its answers, we take no more requests.
    this.#isBlocked = !this.#output.write(`${this.#unwritten.join("\n")}\n`) || this.#isBlocked;
    this.#unwritten = [];
  }
}
