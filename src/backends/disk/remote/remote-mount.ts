// One mount that may stop answering: its child, the questions that wait for it, and how long they do. The child gets one
// question at a time. Those that nobody waits for any more are never sent, so a dead mount holds up at most one.
import type { ByteString } from "../../../core/byte-string.ts";
import type { Entry, ReadKind } from "../../../core/entry.ts";
import type { ReadOptions } from "../../../core/file-system.ts";
import { startRemoteChild, type RemoteChild } from "./remote-child.ts";
import { remoteFailure } from "./remote-failure.ts";
import type { RemoteAnswer, RemoteQuestion } from "./remote-messages.ts";

/** How a caller waits for an answer. */
export type RemoteWait = Pick<ReadOptions, "timeoutMs" | "signal">;

/** What the child answered. */
export interface RemoteResult extends Pick<RemoteAnswer, "value" | "details" | "reading" | "isListed"> {
  readonly entries: Entry[];
  /** The entries of earlier answers about the same directory are void. */
  readonly startsOver: boolean;
}

interface Request {
  readonly id: number;
  readonly question: RemoteQuestion;
  readonly entries: Entry[];
  readonly settle: (answer: RemoteAnswer) => void;
  startsOver: boolean;
  isWaitedFor: boolean;
}

/** A child that has a question and has been silent for this long is stuck, and so is the mount. */
const STUCK_AFTER_MS = 1000;

/** How long a new question waits for a stuck mount. */
const STUCK_PATIENCE_MS = 100;

/** A child that does nothing anybody waits for is killed after this long, whether it is idle or stuck. */
const UNUSED_AFTER_MS = 30_000;

/** The longest time that a timer can be set to. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What a letter of the program means. Any other is that the kind could not be found out. */
const KINDS: Readonly<Record<string, ReadKind>> = { f: "file", d: "directory", l: "symlink", o: "other" };

/** The questions about one mount, asked in order. */
export class RemoteMount {
  readonly #point: ByteString;
  readonly #onUnused: () => void;
  readonly #waiting = new Set<Request>();
  /** The question that the child has, whether anybody still waits for it or not. */
  #asked: Request | undefined;
  /** The directories that the child has read in part, by the questions that started them. */
  readonly #readings = new Set<number>();
  #lastId = 0;
  #child: RemoteChild | undefined;
  #isRunning = false;
  /** When the child last said something or got a question. */
  #heardAt = 0;
  #ending: NodeJS.Timeout | undefined;

  /** `onUnused` is called when the child is gone and no question waits for another one. */
  constructor(point: ByteString, onUnused: () => void) {
    this.#point = point;
    this.#onUnused = onUnused;
  }

  /** Asks, and waits no longer than the caller does. If the mount has been silent for a while, it waits only briefly. */
  ask(question: RemoteQuestion, { timeoutMs = Infinity, signal }: RemoteWait): Promise<RemoteResult> {
    if (question.reading !== undefined && !this.#readings.has(question.reading)) {
      return Promise.reject(remoteFailure("EIO", question, this.#point));
    }
    return new Promise((resolve, reject) => {
      const until = performance.now() + timeoutMs;
      this.#lastId += 1;
      const entries: Entry[] = [];
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#leave(request);
      };
      const request: Request = {
        id: this.#lastId,
        question,
        entries,
        startsOver: false,
        isWaitedFor: true,
        settle: (answer) => {
          leave();
          if (answer.code === undefined) {
            resolve({ ...answer, entries, startsOver: request.startsOver });
          } else {
            reject(remoteFailure(answer.code, question, this.#point));
          }
        },
      };
      const onAbort = () => {
        leave();
        reject(signal?.reason as Error);
      };
      const onTime = () => {
        const left = until - performance.now();
        if (left <= 0 || this.#isStuck) {
          request.settle({ code: "ETIMEDOUT" });
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
      this.#advance();
    });
  }

  /** Nobody will read this directory further. */
  close(reading: number): void {
    if (this.#readings.delete(reading)) {
      this.#child?.send({ task: "close", id: reading });
      this.#endLater();
    }
  }

  /** Kills the child, if it can be killed. */
  kill(): void {
    this.#child?.kill();
  }

  get #isStuck(): boolean {
    // A child that has not started yet says nothing about the mount.
    return this.#isRunning && this.#asked !== undefined && performance.now() - this.#heardAt > STUCK_AFTER_MS;
  }

  #advance(): void {
    const [request] = this.#waiting;
    if (this.#asked !== undefined || request === undefined) {
      return;
    }
    clearTimeout(this.#ending);
    this.#waiting.delete(request);
    this.#asked = request;
    this.#heardAt = performance.now();
    this.#child ??= this.#start();
    this.#child.send({ ...request.question, id: request.id });
  }

  #start(): RemoteChild {
    this.#isRunning = false;
    const child: RemoteChild = startRemoteChild({
      onAnswer: (answer) => {
        if (child === this.#child) {
          this.#onAnswer(answer);
        }
      },
      onEnd: () => {
        if (child === this.#child) {
          this.#onEnd();
        }
      },
    });
    return child;
  }

  #onAnswer(answer: RemoteAnswer): void {
    const { id, names, kinds, startsOver, reading } = answer;
    this.#isRunning = true;
    this.#heardAt = performance.now();
    const request = this.#asked;
    if (request?.isWaitedFor === true) {
      if (startsOver === true) {
        request.entries.length = 0;
        request.startsOver = true;
      }
      names?.forEach((name, index) => {
        request.entries.push({ name: name as ByteString, kind: KINDS[kinds?.[index] ?? ""] ?? "unknown" });
      });
    }
    if (request === undefined || id !== request.id) {
      return;
    }
    this.#asked = undefined;
    this.#readings.delete(request.question.reading ?? 0);
    if (reading !== undefined) {
      this.#readings.add(reading);
    }
    if (request.isWaitedFor) {
      request.settle(answer);
    } else if (reading !== undefined) {
      this.close(reading);
    }
    this.#advance();
    this.#endLater();
  }

  #onEnd(): void {
    // What this child had begun to read is lost. If it did not even start, those who wait fail, too: otherwise we would try
    // again once for each of them.
    const isFailed = ({ question }: Request) => !this.#isRunning || question.reading !== undefined;
    const failed = [this.#asked, ...[...this.#waiting].filter(isFailed)];
    this.#readings.clear();
    this.#child = undefined;
    this.#asked = undefined;
    for (const request of failed) {
      if (request?.isWaitedFor === true) {
        request.settle({ code: "EIO" });
      }
    }
    clearTimeout(this.#ending);
    this.#advance();
    this.#reportUnused();
  }

  /** Nobody waits for the request any more. */
  #leave(request: Request): void {
    request.isWaitedFor = false;
    this.#waiting.delete(request);
    if (request === this.#asked) {
      request.entries.length = 0;
      this.#child?.send({ task: "cancel", id: request.id });
      this.#endLater();
    }
  }

  #endLater(): void {
    clearTimeout(this.#ending);
    if (this.#child === undefined || this.#asked?.isWaitedFor === true || this.#readings.size > 0) {
      return;
    }
    this.#ending = setTimeout(() => {
      this.#child?.kill();
      // A stuck child may survive that as long as the mount sleeps. Until it is gone we start no other.
      if (this.#asked === undefined) {
        this.#child = undefined;
        this.#reportUnused();
      }
    }, UNUSED_AFTER_MS).unref();
  }

  #reportUnused(): void {
    if (this.#child === undefined && this.#waiting.size === 0) {
      this.#onUnused();
    }
  }
}
