// What a walk yields: entries, and the problems it met, each in its place.
import type { ByteString } from "./byte-string.ts";
import type { EntryDetails, ReadKind } from "./entry.ts";
import type { Problem } from "./problem.ts";

/**
 * The visits of a walk in order, several at a time. A walk yields what it has before it reads another directory, so that a reader
 * with enough can stop it there. Yielding one visit at a time would cost more than the walk itself.
 */
export type Visits = AsyncGenerator<readonly Visit[], void>;

/** `empty`: a directory without entries. `no match`: one in which the filters left nothing, down to the depth of the listing. */
export type EmptyMark = "empty" | "no match";

export interface Visit {
  /** The relative path below the listing root. */
  readonly path: ByteString;
  readonly kind: ReadKind;
  /** 1 for the root's own entries. */
  readonly depth: number;
  /** Set for an entry that the filter ignores. The walk does not enter it. */
  readonly ignored?: true;
  /** Set if this is not a new entry but reports that a directory visited before could not be read. */
  readonly problem?: Problem;
  /** Set if this is not a new entry but reports that a directory visited before has nothing to show. */
  readonly mark?: EmptyMark;
  /** Set for the first entry of a walk if entries of the same directory come before it. */
  readonly hasBefore?: true;
  /** Set if this is not an entry but an ignored directory that a search did not look into, though something might match there. */
  readonly passedBy?: true;
  /** Set if details were requested and available. */
  readonly details?: EntryDetails;
}
