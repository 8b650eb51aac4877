// Several patterns, matched together while a walk goes down: what is known of a directory is carried to its entries, so no
// path is matched twice, and a directory where nothing can match is known as one. What is carried is a bit for each part of
// each pattern, because a deep tree has one such state for each of its levels.
import type { ByteString } from "../core/byte-string.ts";
import { ANY_DEPTH, type NameTest, type PathPattern } from "./path-pattern.ts";

/** What a pattern counts for that does not tell its cost. */
const UNKNOWN_COST = 2000;

/** How far a directory's path fits the patterns: a bit for each part that its entries may have to fit next. */
export type PatternState = Int32Array;

/** What entries of a directory have to fit. A huge directory asks a million times. */
interface Tests {
  readonly state: PatternState;
  /** The last parts of patterns, which decide whether an entry matches; that of the last pattern comes first. */
  readonly last: readonly number[];
  /** The other parts, which decide whether something in a directory may match. */
  readonly others: readonly number[];
  /** Whether something may match in every directory. */
  readonly isAnyDepth: boolean;
}

export class PatternSet {
  readonly #patterns: PathPattern[] = [];
  /** The parts of all patterns, one pattern after the other: their tests, and the patterns that they belong to. */
  readonly #parts: (NameTest | typeof ANY_DEPTH)[] = [];
  readonly #owners: number[] = [];
  readonly #isLast: boolean[] = [];
  /** The first part of each pattern. */
  readonly #first: number[] = [];
  /** Of the directory that was asked about last. */
  #tests: Tests | undefined;

  constructor(patterns: readonly PathPattern[] = []) {
    for (const pattern of patterns) {
      this.add(pattern);
    }
  }

  /** Adds a pattern. States that were made before are no good any more. */
  add(pattern: PathPattern): void {
    this.#first.push(this.#parts.length);
    for (const [index, part] of pattern.parts.entries()) {
      this.#parts.push(part);
      this.#owners.push(this.#patterns.length);
      this.#isLast.push(index === pattern.parts.length - 1);
    }
    this.#patterns.push(pattern);
  }

  /** The state of the directory that the patterns are relative to. */
  start(): PatternState {
    const state = this.#nothing();
    for (const index of this.#first) {
      this.#mark(state, index);
    }
    return state;
  }

  /** The state of the directory `name` in a directory of this state; the same object where it is the same. */
  enter(state: PatternState, name: ByteString): PatternState {
    const next = this.#nothing();
    for (const index of numbersIn(state)) {
      const part = this.#parts[index] as NameTest | typeof ANY_DEPTH;
      if (part === ANY_DEPTH) {
        this.#mark(next, index);
      } else if (this.#isLast[index] !== true && part(name)) {
        this.#mark(next, index + 1);
      }
    }
    return next.every((word, index) => word === state[index]) ? state : next;
  }

  /** The number of the last pattern that matches the entry `name` of a directory of this state; -1 where none does. */
  lastMatch(state: PatternState, name: ByteString, isDirectory: boolean): number {
    for (const index of this.#testsOf(state).last) {
      const owner = this.#owners[index] as number;
      if ((isDirectory || this.#patterns[owner]?.directoriesOnly === false) && this.#fits(index, name)) {
        return owner;
      }
    }
    return -1;
  }

  /** Whether anything can match below the directory `name` of a directory of this state. */
  canMatchBelow(state: PatternState, name: ByteString): boolean {
    const { isAnyDepth, others } = this.#testsOf(state);
    return isAnyDepth || others.some((index) => this.#fits(index, name));
  }

  /** How many steps it can take to test a name in a directory of this state. */
  costOf(state: PatternState): number {
    let cost = 0;
    let counted = -1;
    for (const index of numbersIn(state)) {
      const owner = this.#owners[index] as number;
      cost += owner === counted ? 0 : (this.#patterns[owner]?.cost ?? UNKNOWN_COST);
      counted = owner;
    }
    return cost;
  }

  #testsOf(state: PatternState): Tests {
    if (this.#tests?.state !== state) {
      const parts = numbersIn(state);
      const others = parts.filter((index) => this.#isLast[index] !== true);
      this.#tests = {
        state,
        last: parts.filter((index) => this.#isLast[index] === true).toReversed(),
        others,
        isAnyDepth: others.some((index) => this.#parts[index] === ANY_DEPTH),
      };
    }
    return this.#tests;
  }

  #fits(index: number, name: ByteString): boolean {
    const part = this.#parts[index];
    return typeof part === "function" && part(name);
  }

  #nothing(): PatternState {
    return new Int32Array(Math.ceil(this.#parts.length / 32));
  }

  /** Marks a part as next. Any number of directories may be none: then the part behind it comes next too. */
  #mark(state: PatternState, index: number): void {
    state[index >>> 5] = (state[index >>> 5] as number) | (1 << (index & 31));
    if (this.#parts[index] === ANY_DEPTH) {
      this.#mark(state, index + 1);
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
  for (let position = 0; position < state.length; position += 1) {
    for (let left = state[position] as number; left !== 0; left &= left - 1) {
      numbers.push(position * 32 + 31 - Math.clz32(left & -left));
    }
  }
  return numbers;
}
