// Reads lines from a stream while there is room for the work they cause, and pauses the stream otherwise.
import type { Readable } from "node:stream";

/** The longest line to buffer: the SDK's own limit. */
const LONGEST_LINE = 10 * 1024 * 1024;

export interface LineTaker {
  /** Whether there is room for another line. Call `goOn` when there is room again. */
  mayTake(): boolean;
  take(line: string): void;
  /** Called once: when the input has ended and every line was taken, or when a line is too long. */
  onEnd(end: "ended" | "broken"): void;
}

export class LineReader {
  readonly #input: Readable;
  readonly #taker: LineTaker;
  /** Complete lines that are not taken yet, the next one last. */
  #lines: string[] = [];
  /** The start of a line whose end has not arrived yet. */
  #part = "";
  #hasEnded = false;
  #isStopped = false;
  #isPaused = false;
  #isTaking = false;

  constructor(input: Readable, taker: LineTaker) {
    this.#input = input;
    this.#taker = taker;
  }

  start(): void {
    this.#input.setEncoding("utf8");
    this.#input.on("data", this.#read);
    this.#input.once("end", this.#end).once("close", this.#end).on("error", this.#end);
  }

  /** Takes the lines that there is room for. */
  goOn(): void {
    // Taking a line can free room right away, which calls this again.
    if (this.#isTaking || this.#isStopped) {
      return;
    }
    this.#isTaking = true;
    while (this.#lines.length > 0 && this.#taker.mayTake()) {
      const line = this.#lines.pop() as string;
      if (line.trim() !== "") {
        this.#taker.take(line);
      }
    }
    this.#isTaking = false;
    const mustWait = this.#lines.length > 0 || !this.#taker.mayTake();
    if (this.#hasEnded && this.#lines.length === 0) {
      this.stop();
      this.#taker.onEnd("ended");
    } else if (mustWait !== this.#isPaused) {
      this.#isPaused = mustWait;
      this.#input[mustWait ? "pause" : "resume"]();
    }
  }

  /** Takes no more lines. */
  stop(): void {
    this.#isStopped = true;
    this.#lines = [];
    this.#input.off("data", this.#read).pause();
  }

  /** Destroys the stream. Node may keep reading ahead on one that is only paused, which keeps the process alive. */
  close(): void {
    this.stop();
    this.#input.destroy();
  }

  readonly #read = (text: string): void => {
    const lines = text.split("\n");
    lines[0] = this.#part + lines[0];
    this.#part = lines.pop() as string;
    lines.reverse();
    this.#lines = this.#lines.length === 0 ? lines : [...lines, ...this.#lines];
    this.goOn();
    if (this.#part.length > LONGEST_LINE && !this.#isStopped) {
      this.stop();
      this.#taker.onEnd("broken");
    }
  };

  /** The last line counts even if it has no line feed. */
  readonly #end = (): void => {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      this.#lines.unshift(this.#part);
      this.goOn();
    }
  };
}
