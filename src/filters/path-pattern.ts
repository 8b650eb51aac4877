// A pattern over relative paths, matched a component at a time while a walk goes down: what is known of a directory is
// carried to its entries, so no path is matched twice and a directory where nothing can match is known as one.

import type { ByteString } from "../core/byte-string.ts";

/** Stands for any number of directories, none included. */
export const ANY_DEPTH: unique symbol = Symbol("any depth");

/** Whether a name fits one component of a pattern. */
export type NameTest = (name: ByteString) => boolean;

/** A pattern: its components in order. It matches an entry whose whole path fits. */
export interface PathPattern {
  readonly parts: readonly (NameTest | typeof ANY_DEPTH)[];
  readonly directoriesOnly: boolean;
}

/** How far a directory's path fits a pattern: the numbers of the parts that its entries may have to fit next. */
export type PatternState = readonly number[];

/** The state of the directory that the pattern is relative to. */
export function startPattern(pattern: PathPattern): PatternState {
  return withSkippedDepths(pattern, [0]);
}

/** The state of the directory `name` in a directory of this state. An empty one: nothing below can match. */
export function enterPattern(pattern: PathPattern, state: PatternState, name: ByteString): PatternState {
  const next: number[] = [];
  for (const index of state) {
    const part = pattern.parts[index];
    if (part === ANY_DEPTH) {
      next.push(index);
    } else if (index < pattern.parts.length - 1 && part?.(name) === true) {
      next.push(index + 1);
    }
  }
  return withSkippedDepths(pattern, next);
}

/** Whether the entry `name` of a directory of this state matches. */
export function matchesPattern(
  pattern: PathPattern,
  state: PatternState,
  name: ByteString,
  isDirectory: boolean,
): boolean {
  if (pattern.directoriesOnly && !isDirectory) {
    return false;
  }
  const last = pattern.parts.length - 1;
  const part = pattern.parts[last];
  return part !== undefined && part !== ANY_DEPTH && part(name) && state.includes(last);
}

/** Any number of directories may be none: the part behind it can come next too. */
function withSkippedDepths({ parts }: PathPattern, state: readonly number[]): PatternState {
  const result = new Set(state);
  for (const index of result) {
    if (parts[index] === ANY_DEPTH) {
      result.add(index + 1);
    }
  }
  return [...result];
}
