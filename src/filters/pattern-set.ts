// Several patterns, matched together while a walk goes down: what is known of a directory is carried to its entries, so no
// path is matched twice, and a directory where nothing can match is known as one. What is carried is a bit for each part of
// each pattern, because a deep tree has one such state for each of its levels.
import type { ByteString } from "../core/byte-string.ts";
import { ANY_DEPTH, type NameTest, type PathPattern } from "./path-pattern.ts";

/** What a pattern counts for that does not tell its cost. */
const UNKNOWN_COST = 2000;

/** How far a directory's path fits the patterns: a bit for each part that its entries may have to fit next. */
export type PatternState = Int32Array;

/** A part of a pattern. */
interface Part {
  /** The test of a name; none for any number of directories. */
  readonly fits: NameTest | undefined;
  readonly isLast: boolean;
  readonly directoriesOnly: boolean;
  /** The number of the pattern that it belongs to. */
  readonly pattern: number;
}

/** What entries of a directory have to fit. A huge directory asks a million times. */
interface Tests {
  readonly state: PatternState;
  /** The tests that decide whether an entry matches; those of the last pattern come first. */
  readonly last: readonly Part[];
  /** The tests that decide whether something in a directory may match. */
  readonly others: readonly Part[];
  /** Whether something may match in every directory. */
  readonly isAnyDepth: boolean;
}

export class PatternSet {
  readonly patterns: readonly PathPattern[];
  /** The parts of all patterns, one pattern after the other. */
  readonly #parts: readonly Part[];
  /** Of the directory that was asked about last. */
  #tests: Tests | undefined;

  constructor(patterns: readonly PathPattern[]) {
    this.patterns = patterns;
    this.#parts = patterns.flatMap(({ parts, directoriesOnly }, pattern) =>
      parts.map((part, index) => ({
        fits: part === ANY_DEPTH ? undefined : part,
        isLast: index === parts.length - 1,
        directoriesOnly,
        pattern,
      })),
    );
  }

  /** The state of the directory that the patterns are relative to. */
  start(): PatternState {
    const state = this.#nothing();
    for (const [index] of this.#parts.entries()) {
      if (index === 0 || this.#parts[index - 1]?.isLast === true) {
        this.#add(state, index);
      }
    }
    return state;
  }

  /** The state of the directory `name` in a directory of this state; the same object where it is the same. */
  enter(state: PatternState, name: ByteString): PatternState {
    const next = this.#nothing();
    for (const index of numbersIn(state)) {
      const { fits, isLast } = this.#parts[index] as Part;
      if (fits === undefined) {
        this.#add(next, index);
      } else if (!isLast && fits(name)) {
        this.#add(next, index + 1);
      }
    }
    return next.every((word, index) => word === state[index]) ? state : next;
  }

  /** The number of the last pattern that matches the entry `name` of a directory of this state; -1 where none does. */
  lastMatch(state: PatternState, name: ByteString, isDirectory: boolean): number {
    for (const { fits, directoriesOnly, pattern } of this.#testsOf(state).last) {
      if ((isDirectory || !directoriesOnly) && fits?.(name) === true) {
        return pattern;
      }
    }
    return -1;
  }

  /** Whether anything can match below the directory `name` of a directory of this state. */
  canMatchBelow(state: PatternState, name: ByteString): boolean {
    const { isAnyDepth, others } = this.#testsOf(state);
    return isAnyDepth || others.some(({ fits }) => fits?.(name) === true);
  }

  /** How many steps it can take to test a name in a directory of this state. */
  costOf(state: PatternState): number {
    let cost = 0;
    let counted = -1;
    for (const index of numbersIn(state)) {
      const { pattern } = this.#parts[index] as Part;
      cost += pattern === counted ? 0 : (this.patterns[pattern]?.cost ?? UNKNOWN_COST);
      counted = pattern;
    }
    return cost;
  }

  #testsOf(state: PatternState): Tests {
    if (this.#tests?.state !== state) {
      const parts = numbersIn(state).map((index) => this.#parts[index] as Part);
      this.#tests = {
        state,
        last: parts.filter(({ isLast }) => isLast).toReversed(),
        others: parts.filter(({ isLast }) => !isLast),
        isAnyDepth: parts.some(({ fits }) => fits === undefined),
      };
    }
    return this.#tests;
  }

  #nothing(): PatternState {
    return new Int32Array(Math.ceil(this.#parts.length / 32));
  }

  /** Adds a part. Any number of directories may be none: then the part behind it comes next too. */
  #add(state: PatternState, index: number): void {
    state[index >>> 5] = (state[index >>> 5] as number) | (1 << (index & 31));
    if (this.#parts[index]?.fits === undefined) {
      this.#add(state, index + 1);
    }
  }
}

/** Whether a state has no part left: nothing can match in such a directory or below it. */
export function isDead(state: PatternState): boolean {
  return state.every((word) => word === 0);
}

/** The numbers of the parts in a state, in order. */
function numbersIn(state: PatternState): number[] {
  const numbers: number[] = [];
  for (const [position, bits] of state.entries()) {
    for (let left = bits; left !== 0; left &= left - 1) {
      numbers.push(position * 32 + 31 - Math.clz32(left & -left));
    }
  }
  return numbers;
}
