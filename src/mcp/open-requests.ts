// The requests that are not answered yet: what a server that is told to stop waits for.
import type { ServerResponse } from "node:http";

export class OpenRequests {
  readonly #open = new Set<ServerResponse>();
  readonly #whenIdle: (() => void)[] = [];

  /** Counts a request until its connection has the answer, or is gone. */
  add(response: ServerResponse): void {
    this.#open.add(response);
    response.once("close", () => {
      this.#open.delete(response);
      if (this.#open.size === 0) {
        this.#whenIdle.splice(0).forEach((resolve) => resolve());
      }
    });
  }

  /** Resolves when there are none. */
  async idle(): Promise<void> {
    if (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle.push(resolve);
      });
    }
  }
}
