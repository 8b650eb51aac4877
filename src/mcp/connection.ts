// One connection of an HTTP server. Pipelined requests are served one after the other, since their answers must be sent in
// order anyway: until its turn a request costs no work, and it is forgotten when the connection is dropped.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many pipelined requests may wait. Hardly any client pipelines at all. */
const MOST_WAITING = 8;

export class Connection {
  readonly socket: Socket;
  readonly client: string;
  /** Whether it ever made a request that passed the guard. */
  isKnown = false;
  readonly #onChange: () => void;
  readonly #waiting: (() => void)[] = [];
  #served: ServerResponse | undefined;
  #isAnswered = true;

  constructor(socket: Socket, client: string, onChange: () => void) {
    this.socket = socket;
    this.client = client;
    this.#onChange = onChange;
  }

  /** Whether there is a request that is not answered yet. */
  get isUnanswered(): boolean {
    return !this.#isAnswered || this.#waiting.length > 0;
  }

  /** Whether there is one whose answer was not sent to its end yet. */
  get isBusy(): boolean {
    return this.#served !== undefined;
  }

  /** Serves a request when its turn comes. A connection with too many of them is closed. */
  serve(response: ServerResponse, work: () => Promise<void>): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.socket.destroy();
    } else if (this.#served === undefined) {
      this.#start(response, work);
    } else {
      this.#waiting.push(() => this.#start(response, work));
    }
  }

  /** Forgets what waits: the connection is over. */
  close(): void {
    this.#waiting.length = 0;
    this.#served = undefined;
    this.#isAnswered = true;
    this.#onChange();
  }

  #start(response: ServerResponse, work: () => Promise<void>): void {
    this.#served = response;
    this.#isAnswered = false;
    // Emitted when the answer was sent, and when the connection is dropped.
    response.once("close", () => {
      if (this.#served === response) {
        this.#served = undefined;
        this.#isAnswered = true;
        if (!this.socket.destroyed) {
          this.#waiting.shift()?.();
        }
        this.#onChange();
      }
    });
    void work().finally(() => {
      if (this.#served === response) {
        this.#isAnswered = true;
        this.#onChange();
      }
    });
  }
}
