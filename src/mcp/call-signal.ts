// The abort signal of one call, which costs next to nothing until somebody listens to it. Node's own keeps so much alive
// that ten thousand calls leave 20 MB behind, and almost no call is ever cancelled.

export class CallSignal {
  #reason: Error | undefined;
  /** Created when somebody listens. */
  #controller: AbortController | undefined;

  /** This as the `AbortSignal` that walks and file systems expect. It has every member that Node's functions use. */
  asSignal(): AbortSignal {
    return this as unknown as AbortSignal;
  }

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#reason !== undefined) {
      throw this.#reason;
    }
  }

  abort(reason: Error): void {
    if (!this.aborted) {
      this.#reason = reason;
      this.#controller?.abort(reason);
    }
  }

  addEventListener(...listener: Parameters<AbortSignal["addEventListener"]>): void {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.aborted) {
        this.#controller.abort(this.#reason);
      }
    }
    this.#controller.signal.addEventListener(...listener);
  }

  removeEventListener(...listener: Parameters<AbortSignal["removeEventListener"]>): void {
    this.#controller?.signal.removeEventListener(...listener);
  }
}
