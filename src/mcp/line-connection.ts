// One client on two streams, a message a line: takes its messages, in the revision that the first of them decides on, and writes the
// answers.
import type { Readable, Writable } from "node:stream";

import { CallSignal } from "./call-signal.ts";
import type { Engine } from "./engine.ts";
import { LineReader } from "./line-reader.ts";
import {
  BATCH_VERSION,
  INVALID_PARAMS,
  isFailure,
  PARSE_ERROR,
  readMessage,
  refuseBatch,
  writeFailure,
  type Failure,
  type Id,
  type Notification,
  type Request,
} from "./messages.ts";
import type { Revision } from "./revision.ts";
import { revisionOf, unsupported } from "./revisions.ts";

/**
 * How many requests may be open at once. Beyond that no more lines are read, since we may have to hold all the answers for a
 * host that does not read them.
 */
const MOST_OPEN = 256;

/** `ended`: all input was taken. `broken`: a line is too long. `gone`: our output is closed. */
export type ConnectionEnd = "ended" | "broken" | "gone";

/** Takes the answer to a request as JSON text, or nothing if the request was cancelled. */
type Settle = (answer: string | undefined) => void;

/** Where the answers to requests go: to the output, or into the answer to a batch. */
type Expect = () => Settle;

export class LineConnection {
  /** Resolves when the input is over, but not on `close` or `stop`. */
  readonly over: Promise<ConnectionEnd>;

  readonly #engine: Engine;
  readonly #reader: LineReader;
  readonly #output: Writable;
  readonly #onError: (error: Error) => void;
  readonly #running = new Map<Id, CallSignal>();
  readonly #whenIdle: (() => void)[] = [];
  #resolveOver: (end: ConnectionEnd) => void = () => {};
  #unwritten: string[] = [];
  /** How many requests are not answered yet. */
  #open = 0;
  #isBlocked = false;
  #isClosed = false;
  /** The revision that the first messages decided on. */
  #revision: Revision | undefined;
  /** Whether the client speaks the version that has batches. */
  #hasBatches = false;

  constructor(engine: Engine, input: Readable, output: Writable, onError: (error: Error) => void) {
    this.#engine = engine;
    this.#output = output;
    this.#onError = onError;
    this.#reader = new LineReader(input, {
      mayTake: () => !this.#isBlocked && this.#open < MOST_OPEN,
      take: (line) => this.#take(line),
      onEnd: (end) => this.#resolveOver(end),
    });
    this.over = new Promise((resolve) => {
      this.#resolveOver = resolve;
    });
    // Writing fails if the host has crashed or has closed our output.
    output.once("error", this.#lose).on("drain", this.#unblock);
    this.#reader.start();
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

  /** Stops every call, without an answer. */
  close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#flush();
    this.#isClosed = true;
    this.#reader.close();
    // A late write error no longer matters, but without a listener it would end the process.
    this.#output.off("drain", this.#unblock).on("error", () => {});
    this.#running.forEach((call) => call.abort(new Error("the connection is closed")));
    this.#wakeIdle();
  }

  readonly #lose = (): void => {
    this.#resolveOver("gone");
    this.close();
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
      this.#onError(error as Error);
      this.#write(writeFailure(null, { code: PARSE_ERROR, message: "Parse error: the line is not valid JSON" }));
      return;
    }
    if (Array.isArray(value)) {
      this.#takeBatch(value);
    } else {
      this.#takeMessage(value, this.#expectAlone);
    }
  }

  #takeMessage(value: unknown, expect: Expect): void {
    const message = readMessage(value);
    if (message.kind === "request") {
      this.#takeRequest(message, expect);
    } else if (message.kind === "notification") {
      this.#takeNotification(message);
    } else if (message.kind === "wrong") {
      this.#onError(new Error(message.failure.message));
      if (message.id !== undefined) {
        expect()(writeFailure(message.id, message.failure));
      }
    }
  }

  #takeRequest(request: Request, expect: Expect): void {
    const revision = this.#decide(request);
    const failure = isFailure(revision) ? revision : this.#engine.refuse(request, revision);
    if (failure !== undefined || isFailure(revision)) {
      expect()(writeFailure(request.id, failure as Failure));
      return;
    }
    if (request.method === "initialize") {
      this.#hasBatches = request.params?.["protocolVersion"] === BATCH_VERSION;
    }
    void this.#answer(request, revision, expect());
  }

  async #answer(request: Request, revision: Revision, settle: Settle): Promise<void> {
    const signal = new CallSignal();
    this.#running.set(request.id, signal);
    const side = { signal: signal.asSignal(), notify: (line: string) => this.#write(line) };
    const answer = await this.#engine.answer(request, revision, side);
    // A client may use an id twice.
    if (this.#running.get(request.id) === signal) {
      this.#running.delete(request.id);
    }
    settle(answer);
  }

  #takeNotification(notification: Notification): void {
    this.#decide(notification);
    if (notification.method === "notifications/cancelled") {
      this.#running.get(notification.params?.["requestId"] as Id)?.abort(new Error("the call was cancelled"));
    }
  }

  /** The revision that a message is answered in. The first message that is in one decides for the rest of the connection. */
  #decide(message: Request | Notification): Revision | Failure {
    if (this.#revision?.hasHandshake === true) {
      return this.#revision;
    }
    const named = revisionOf(message);
    if (isFailure(named)) {
      return named;
    }
    if (this.#revision === undefined) {
      // A client may still go back to the handshake after it has asked what the server can do.
      const isProbe = !named.hasHandshake && (message.kind === "notification" || message.method === "server/discover");
      this.#revision = isProbe ? undefined : named;
    } else if (named.hasHandshake) {
      return message.method === "initialize"
        ? unsupported(message.params?.["protocolVersion"])
        : { code: INVALID_PARAMS, message: "Invalid params: a request on this connection needs an envelope in _meta" };
    }
    return named;
  }

  #takeBatch(values: readonly unknown[]): void {
    const failure = refuseBatch(values.length, this.#hasBatches);
    if (failure !== undefined) {
      this.#write(writeFailure(null, failure));
      return;
    }
    const answers: string[] = [];
    // One more than there are requests until all of them are known.
    let open = 1;
    const settle: Settle = (answer) => {
      open -= 1;
      if (answer !== undefined) {
        answers.push(answer);
      }
      // A batch of notifications gets no answer at all.
      if (open === 0 && answers.length > 0) {
        this.#write(`[${answers.join(",")}]`);
      }
    };
    const expect = () => {
      open += 1;
      return this.#count(settle);
    };
    values.forEach((value) => this.#takeMessage(value, expect));
    settle(undefined);
  }

  /** For messages that are not part of a batch. */
  readonly #expectAlone: Expect = () => this.#count((answer) => answer !== undefined && this.#write(answer));

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
