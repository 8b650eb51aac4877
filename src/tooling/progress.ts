// How far a call has come, for whoever waits for it.

/** What a listing has read so far. */
export interface Progress {
  readonly directories: number;
  readonly entries: number;
}

/** Called after every part of a directory that was read: many times a millisecond, so it must be quick. */
export type OnProgress = (progress: Progress) => void;
