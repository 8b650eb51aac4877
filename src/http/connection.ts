// One connection of an HTTP server. It serves pipelined requests one after the other, since their answers must be sent in
// order anyway. Until its turn a request costs no work, and it is forgotten if the connection drops.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many pipelined requests may wait. Hardly any client pipelines at all. */
const MOST_WAITING = 8;

export class Connection {
  readonly socket: Socket;
  readonly client: string;
  /** Whether any of its requests has passed the guard. */
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

  /** Whether a request is not answered yet. */
  get isUnanswered(): boolean {
    return !this.#isAnswered || this.#waiting.length > 0;
  }

  /** Whether an answer is not completely sent yet. */
  get isBusy(): boolean {
    return this.#served !== undefined;
  }

  /** Serves a request when its turn comes. Closes the connection if too many wait. */
  serve(response: ServerResponse, work: () => Promise<void>): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.socket.destroy();
    } else if (this.#served === undefined) {
      this.#start(response, work);
    } else {
      this.#waiting.push(() => this.#start(response, work));
    }
  }

  /** Forgets the waiting requests, because the connection is over. */
  close(): void {
    this.#waiting.length = 0;
    this.#served = undefined;
    this.#isAnswered = true;
    this.#onChange();
  }

  #start(response: ServerResponse, work: () => Promise<void>): void {
    this.#served = response;
    this.#isAnswered = false;
    // Emitted when the answer has been sent, and when the connection drops.
    response.on("close", () => {
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
