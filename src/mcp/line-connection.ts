// One client on an input and an output stream, with one message per line: reads its messages and writes the answers. The first messages
// decide on the revision of the protocol.
import type { Readable, Writable } from "node:stream";

import type { SharedReads } from "../operator/shared-reads.ts";
import type { Engine } from "./engine.ts";
import {
  invalidParams,
  isFailure,
  readMessage,
  type Message,
  writeFailure,
  writeNotification,
  type Failure,
  type Id,
  type Notification,
  type Request,
} from "./messages.ts";
import type { Revision } from "./revision.ts";
import { revisionOf, unsupported } from "./revisions.ts";
import type { RunningServer } from "./running-server.ts";

/**
 * How many requests may be open at once. Beyond that no more lines are read, since we may have to hold all the answers for a
 * host that does not read them.
 */
const MAX_OPEN = 256;

/** The longest line that is buffered: the official SDK's limit. */
const MAX_LINE_LENGTH = 10 * 1024 * 1024;

export class LineConnection implements RunningServer {
  /** Resolves when the input has ended, or our output is closed. Rejects if a line is too long. */
  readonly ended: Promise<void>;

  readonly #engine: Engine;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #sharedReads: SharedReads;
  readonly #onError: (error: Error) => void;
  readonly #running = new Map<Id, AbortController>();
  /** The functions that wake up whoever waits in `#until`. */
  readonly #waiting: (() => void)[] = [];
  /** How many messages are not answered yet. */
  #open = 0;
  #isStopped = false;
  #isClosed = false;
  /** The revision that the first messages decided on. */
  #revision: Revision | undefined;

  constructor(
    engine: Engine,
    input: Readable,
    output: Writable,
    sharedReads: SharedReads,
    onError: (error: Error) => void,
  ) {
    this.#sharedReads = sharedReads;
    this.#engine = engine;
    this.#input = input;
    this.#output = output;
    this.#onError = onError;
    // Writing fails if the host has crashed or has closed our output.
    output.on("error", () => this.close()).on("drain", this.#wake);
    this.ended = this.#takeLines();
  }

  /** Takes no more lines. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Resolves when every accepted request is answered, or our output is closed. */
  idle(): Promise<void> {
    return this.#until(() => this.#open === 0);
  }

  /** Resolves when the host has read everything that was written, or our output is closed. */
  async flushed(): Promise<void> {
    if (!this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#output.write("", () => resolve());
      });
    }
  }

  /** Stops every call, without an answer. */
  close(): void {
    if (!this.#isClosed) {
      this.#isStopped = true;
      this.#isClosed = true;
      // Node may keep reading ahead on a stream that is only paused, which keeps the process alive.
      this.#input.destroy();
      this.#running.forEach((call) => call.abort(new Error("the connection is closed")));
      this.#wake();
    }
  }

  /** Handles line after line. The input is not read while there is no room for another line. */
  async #takeLines(): Promise<void> {
    const hasRoom = () => this.#open < MAX_OPEN && !this.#output.writableNeedDrain;
    for await (const lines of readLines(this.#input)) {
      if (lines.length > 1) {
        this.#sharedReads.begin();
      }
      for (const line of lines) {
        if (!hasRoom()) {
          await this.#until(hasRoom);
        }
        if (this.#isStopped) {
          return;
        }
        if (line.trim() !== "") {
          this.#take(readMessage(line)).catch(this.#onError);
        }
      }
    }
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds() && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  readonly #wake = (): void => this.#waiting.splice(0).forEach((resolve) => resolve());

  /** Takes a message, not its line, which would be kept while a call waits. */
  async #take(message: Message): Promise<void> {
    this.#open += 1;
    try {
      if (message.kind === "request") {
        this.#write(await this.#answer(message));
      } else if (message.kind === "notification") {
        this.#decideRevision(message);
        if (message.method === "notifications/cancelled") {
          this.#running.get(message.params?.["requestId"] as Id)?.abort(new Error("the call was cancelled"));
        }
      } else if (message.kind === "invalid") {
        this.#onError(new Error(message.failure.message));
        this.#write(message.id === undefined ? undefined : writeFailure(message.id, message.failure));
      }
    } finally {
      this.#open -= 1;
      this.#wake();
    }
  }

  /** The answer to a request, or undefined if it was cancelled. */
  async #answer(request: Request): Promise<string | undefined> {
    const { id } = request;
    const revision = this.#decideRevision(request);
    if (isFailure(revision)) {
      return writeFailure(id, revision);
    }
    const call = new AbortController();
    this.#running.set(id, call);
    const answer = await this.#engine.answer(request, revision, {
      signal: call.signal,
      notify: async (notification) => this.#write(writeNotification(notification)),
    });
    // A client may use an id twice.
    if (this.#running.get(id) === call) {
      this.#running.delete(id);
    }
    return answer;
  }

  /** The revision to answer a message in. The first message that belongs to one decides for the rest of the connection. */
  #decideRevision(message: Request | Notification): Revision | Failure {
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
        : invalidParams("a request on this connection needs an envelope in _meta");
    }
    return named;
  }

  /** Answers that are ready at the same time go out in one write, to save system calls. */
  #write(line: string | undefined): void {
    if (!this.#isClosed && line !== undefined) {
      this.#output.cork();
      this.#output.write(`${line}\n`);
      process.nextTick(() => this.#output.uncork());
    }
  }
}

/**
 * The lines of a stream, in groups as they arrive. The last one counts even if it has no line feed, and a broken stream counts as ended.
 * Throws if a line is too long.
 */
async function* readLines(input: Readable): AsyncGenerator<string[], void, undefined> {
  let rest = "";
  input.setEncoding("utf8");
  try {
    for await (const text of input as AsyncIterable<string>) {
      const lines = text.split("\n");
      lines[0] = rest + lines[0];
      rest = lines.pop() as string;
      yield lines;
      if (rest.length > MAX_LINE_LENGTH) {
        break;
      }
    }
  } catch {
    // The host is gone. What it sent before counts.
  }
  if (rest.length > MAX_LINE_LENGTH) {
    throw new Error("connection closed: a line exceeds 10 MiB");
  }
  yield [rest];
}
