// A running server, as the command that stops it sees it: over HTTP (`serve-http.ts`) or on two streams (`line-connection.ts`).

export interface RunningServer {
  /** Accepts no more requests. */
  stop(): void;
  /** Resolves when every accepted request is answered. */
  idle(): Promise<void>;
  /** Resolves when the answers are sent. */
  flushed(): Promise<void>;
  /** Closes everything that is still open. */
  close(): void;
  /** Resolves when its only client is gone. Rejects if the connection to it can't go on. */
  readonly ended?: Promise<void>;
}
