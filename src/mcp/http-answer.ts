// The HTTP answer to one request: JSON, or an event stream if its revision wants one or a notification comes before the result.
import type { ServerResponse } from "node:http";

/** How often a stream without events shows that it is alive. */
const KEEP_ALIVE_MS = 15_000;

const STREAM_HEADERS = {
  "cache-control": "no-cache, no-transform",
  "content-type": "text/event-stream",
  "x-accel-buffering": "no",
};

export const JSON_HEADERS: Readonly<Record<string, string>> = { "content-type": "application/json" };

export class HttpAnswer {
  readonly #response: ServerResponse;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse, isStream: boolean) {
    this.#response = response;
    if (isStream) {
      this.#startStream();
    }
  }

  /** Sends a notification before the answer. */
  notify(line: string): void {
    if (this.#keepAlive === undefined) {
      this.#startStream();
    }
    this.#response.write(toEvent(line));
  }

  /** Sends the answer, or nothing if there is nobody left to read it. */
  end(answer: string | undefined): void {
    clearInterval(this.#keepAlive);
    if (answer === undefined) {
      this.#response.destroy();
    } else if (this.#keepAlive === undefined) {
      this.#response.writeHead(200, JSON_HEADERS).end(answer);
    } else {
      this.#response.end(toEvent(answer));
    }
  }

  #startStream(): void {
    // Node sends the headers with the first event.
    this.#response.writeHead(200, STREAM_HEADERS);
    this.#keepAlive = setInterval(() => this.#response.write(": keepalive\n\n"), KEEP_ALIVE_MS).unref();
  }
}

function toEvent(line: string): string {
  return `event: message\ndata: ${line}\n\n`;
}
