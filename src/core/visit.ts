// What a walk yields: entries, and the problems met on the way, each as a value in its place.
import type { ByteString } from "./byte-string.ts";
import type { EntryDetails, EntryKind } from "./entry.ts";
import type { Problem } from "./problem.ts";

/**
 * What a walk gives: visits in order, some at a time. A walk gives what it has before it reads another directory, so that a
 * reader who has enough can stop it there; one visit at a time would cost more than the walk itself.
 */
export type Visits = AsyncGenerator<readonly Visit[], void>;

export interface Visit {
  /** The relative path below the listing root. */
  readonly path: ByteString;
  readonly kind: EntryKind;
  /** 1 for the root's own entries. */
  readonly depth: number;
  /** Set where this is a directory that the filter ignores: it is not entered. */
  readonly ignored?: true;
  /** Set where this is no new entry but the news that a directory visited before could not be read. */
  readonly problem?: Problem;
  /** Set where details were asked for and could be had. */
  readonly details?: EntryDetails;
}
