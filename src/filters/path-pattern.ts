// A pattern over relative paths, component by component.
import type { ByteString } from "../core/byte-string.ts";

/** Stands for any number of directories, none included. */
export const ANY_DEPTH: unique symbol = Symbol("any depth");

/** Whether a name fits one component of a pattern. */
export type NameTest = (name: ByteString) => boolean;

/** A pattern: its components in order, the last one a test. It matches an entry whose whole path fits. */
export interface PathPattern {
  readonly parts: readonly (NameTest | typeof ANY_DEPTH)[];
  readonly directoriesOnly: boolean;
  /**
   * How many steps it can take to test a name.
   * @default some thousand: it is not known
   */
  readonly cost?: number;
}
