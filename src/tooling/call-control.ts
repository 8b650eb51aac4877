// What whoever made a call can do while it runs: see how far it has come, and stop it.

/** What a listing has read so far. */
export interface Progress {
  readonly directories: number;
  readonly entries: number;
}

/** Called after every part of a directory that was read: many times a millisecond, so it must be quick. */
export type OnProgress = (progress: Progress) => void;

/** How whoever makes a call can follow and stop it. */
export interface CallControl {
  /**
   * Stops the call.
   * @default none: the call runs to its end
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with how far the call has come, after every part of a directory that was read.
   * @default none
   */
  readonly onProgress?: OnProgress | undefined;
}
