// A pattern that matches relative paths component by component.
import type { ByteString } from "../core/byte-string.ts";

/** Matches any number of directories, including none. */
export const ANY_DEPTH: unique symbol = Symbol("any depth");

/** Whether a name fits one component of a pattern. */
export type NameTest = (name: ByteString) => boolean;

/** A pattern's components in order; the last one is a test. It matches an entry if the whole path fits. */
export interface PathPattern {
  readonly parts: readonly (NameTest | typeof ANY_DEPTH)[];
  readonly directoriesOnly: boolean;
  /**
   * How many steps it can take to test a name.
   * @default some thousand: the cost is unknown
   */
  readonly cost?: number;
}
