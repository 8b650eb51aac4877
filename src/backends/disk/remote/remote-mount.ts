// One mount that may stop answering: its child, the questions that wait for it, and how long they do. The child gets one
// question at a time. Those that nobody waits for any more are never sent, so a dead mount holds up at most one.
import { toText, type ByteString } from "../../../core/byte-string.ts";
import type { WaitOptions } from "../../../core/file-system.ts";
import { startRemoteChild, type RemoteChild } from "./remote-child.ts";
import type { RemoteAnswer, RemoteQuestion } from "./remote-program.ts";

interface Request {
  readonly id: number;
  readonly question: RemoteQuestion;
  /** What the child has said so far. */
  readonly lines: RemoteAnswer[];
  /** Ends the wait: with the lines, or with an error if there is a code. */
  readonly settle: (code: string | undefined) => void;
  isWaitedFor: boolean;
}

/** What the child is doing. One that was asked has been silent since `heardAt`; while it starts, that says nothing of the mount. */
type State =
  | { readonly is: "absent" }
  | { readonly is: "idle"; readonly child: RemoteChild }
  | {
      readonly is: "starting" | "asked";
      readonly child: RemoteChild;
      readonly request: Request;
      readonly heardAt: number;
    };

const ABSENT: State = { is: "absent" };

/** A child that has a question and has been silent for this long is stuck, and so is the mount. */
const STUCK_AFTER_MS = 1000;

/** How long a new question waits for a stuck mount. */
const STUCK_PATIENCE_MS = 100;

/** A child that does nothing anybody waits for is killed after this long, whether it is idle or stuck. */
const UNUSED_AFTER_MS = 30_000;

/** The longest time that a timer can be set to. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class RemoteMount {
  readonly #point: ByteString;
  readonly #onUnused: () => void;
  #state: State = ABSENT;
  readonly #waiting = new Set<Request>();
  /** The directories that the child has read in part, by the questions that started them. */
  readonly #readings = new Set<number>();
  #lastId = 0;
  #ending: NodeJS.Timeout | undefined;

  /** `onUnused` is called when the child is gone and no question waits for another one. */
  constructor(point: ByteString, onUnused: () => void) {
    this.#point = point;
    this.#onUnused = onUnused;
  }

  /**
   * Asks, and waits no longer than the caller does; only briefly if the mount has been silent for a while. Returns all lines of the
   * answer. The error has code `ETIMEDOUT` if none came in time, and `EIO` if the child died.
   */
  ask(question: RemoteQuestion, { timeoutMs = Infinity, signal }: WaitOptions): Promise<readonly RemoteAnswer[]> {
    if (signal?.aborted === true) {
      return Promise.reject(signal.reason as Error);
    }
    if (question.reading !== undefined && !this.#readings.has(question.reading)) {
      return Promise.reject(this.#failure("EIO", question));
    }
    return new Promise((resolve, reject) => {
      const until = performance.now() + timeoutMs;
      this.#lastId += 1;
      const lines: RemoteAnswer[] = [];
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#leave(request);
      };
      const settle = (code: string | undefined) => {
        leave();
        if (code === undefined) {
          resolve(lines);
        } else {
          reject(this.#failure(code, question));
        }
      };
      const request: Request = { id: this.#lastId, question, lines, settle, isWaitedFor: true };
      const onAbort = () => {
        leave();
        reject(signal?.reason as Error);
      };
      const onTime = () => {
        const left = until - performance.now();
        if (left <= 0 || this.#isStuck) {
          settle("ETIMEDOUT");
        } else {
          timer = wait(left);
        }
      };
      // After a pause of our own process an answer may still be unread: read it before checking the time.
      const wait = (ms: number) =>
        setTimeout(() => setImmediate(() => request.isWaitedFor && onTime()), Math.min(ms, LONGEST_TIMER_MS));
      let timer = wait(this.#isStuck ? Math.min(timeoutMs, STUCK_PATIENCE_MS) : timeoutMs);
      signal?.addEventListener("abort", onAbort);
      this.#waiting.add(request);
      this.#sendNext();
    });
  }

  /** Nobody will read this directory further. */
  close(reading: number): void {
    if (this.#readings.delete(reading) && this.#state.is !== "absent") {
      this.#state.child.send({ task: "close", id: reading });
      this.#endLater();
    }
  }

  /** Kills the child, if it can be killed. */
  kill(): void {
    if (this.#state.is !== "absent") {
      this.#state.child.kill();
    }
  }

  /** The question that the child has, whether anybody still waits for it or not. */
  get #asked(): Request | undefined {
    return "request" in this.#state ? this.#state.request : undefined;
  }

  get #isStuck(): boolean {
    return this.#state.is === "asked" && performance.now() - this.#state.heardAt > STUCK_AFTER_MS;
  }

  #failure(code: string, { task, root, names }: RemoteQuestion): Error {
    const place = toText([root, ...names].join("/") as ByteString);
    return Object.assign(new Error(`${code}: ${task} '${place}', mounted at '${toText(this.#point)}'`), { code });
  }

  /** Gives the child the next question, if there is one and the child has none. */
  #sendNext(): void {
    const [request] = this.#waiting;
    if (request === undefined || this.#asked !== undefined) {
      return;
    }
    clearTimeout(this.#ending);
    this.#waiting.delete(request);
    const child = this.#state.is === "idle" ? this.#state.child : this.#start();
    const is = this.#state.is === "idle" ? "asked" : "starting";
    this.#state = { is, child, request, heardAt: performance.now() };
    child.send({ ...request.question, id: request.id });
  }

  #start(): RemoteChild {
    const isCurrent = () => this.#state.is !== "absent" && this.#state.child === child;
    const child: RemoteChild = startRemoteChild({
      onAnswer: (answer) => isCurrent() && this.#onAnswer(answer),
      onEnd: () => isCurrent() && this.#onEnd(),
    });
    return child;
  }

  #onAnswer(answer: RemoteAnswer): void {
    if (!("request" in this.#state)) {
      return;
    }
    const { child, request } = this.#state;
    this.#state = { is: "asked", child, request, heardAt: performance.now() };
    if (request.isWaitedFor) {
      request.lines.push(answer);
    }
    if (answer.id !== request.id) {
      return;
    }
    this.#state = { is: "idle", child };
    this.#readings.delete(request.question.reading ?? 0);
    if (answer.reading !== undefined) {
      this.#readings.add(answer.reading);
    }
    if (request.isWaitedFor) {
      request.settle(answer.code);
    } else if (answer.reading !== undefined) {
      this.close(answer.reading);
    }
    this.#sendNext();
    this.#endLater();
  }

  #onEnd(): void {
    const { is } = this.#state;
    // What this child had begun to read is lost. If it did not even start, all who wait fail: otherwise we would try again once for
    // each of them.
    const isFailed = ({ question }: Request) => is === "starting" || question.reading !== undefined;
    const failed = [this.#asked, ...[...this.#waiting].filter(isFailed)];
    this.#state = ABSENT;
    this.#readings.clear();
    for (const request of failed) {
      if (request?.isWaitedFor === true) {
        request.settle("EIO");
      }
    }
    clearTimeout(this.#ending);
    this.#sendNext();
    this.#reportUnused();
  }

  /** Nobody waits for the request any more. */
  #leave(request: Request): void {
    request.isWaitedFor = false;
    this.#waiting.delete(request);
    if ("request" in this.#state && this.#state.request === request) {
      request.lines.length = 0;
      this.#state.child.send({ task: "cancel", id: request.id });
      this.#endLater();
    }
  }

  /** Ends the child after a while, unless somebody needs it by then. */
  #endLater(): void {
    clearTimeout(this.#ending);
    if (this.#state.is === "absent" || this.#asked?.isWaitedFor === true || this.#readings.size > 0) {
      return;
    }
    this.#ending = setTimeout(() => {
      this.kill();
      // A stuck child may survive that as long as the mount sleeps. Until it is gone we start no other.
      if (this.#state.is === "idle") {
        this.#state = ABSENT;
        this.#reportUnused();
      }
    }, UNUSED_AFTER_MS).unref();
  }

  #reportUnused(): void {
    if (this.#state.is === "absent" && this.#waiting.size === 0) {
      this.#onUnused();
    }
  }
}
