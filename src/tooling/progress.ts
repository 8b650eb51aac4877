// How far a call has got, for the caller that waits for it.

/** What a listing has read so far. */
export interface Progress {
  readonly directories: number;
  readonly entries: number;
}

/** Called after each part of a directory is read, many times per millisecond, so it must be quick. */
export type OnProgress = (progress: Progress) => void;
