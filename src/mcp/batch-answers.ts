// Collects the answers to one JSON-RPC batch, and writes them as one line when all of them are ready.
import type { Settle } from "./pending-answers.ts";

export class BatchAnswers {
  readonly #write: (line: string) => void;
  readonly #answers: string[] = [];
  #open = 0;
  #isWhole = false;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** Adds a request to the batch. */
  expect(): Settle {
    this.#open += 1;
    return (answer) => {
      this.#open -= 1;
      if (answer !== undefined) {
        this.#answers.push(answer);
      }
      this.#finish();
    };
  }

  /** To be called when all requests have been added. */
  close(): void {
    this.#isWhole = true;
    this.#finish();
  }

  /** A batch of notifications gets no answer at all. */
  #finish(): void {
    if (this.#isWhole && this.#open === 0 && this.#answers.length > 0) {
      this.#write(`[${this.#answers.join(",")}]`);
      this.#answers.length = 0;
    }
  }
}
