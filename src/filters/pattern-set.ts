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

/** A pattern of a set. A part that is a name stands for this name alone, which takes less than a test. */
export interface SetPattern extends Omit<PathPattern, "parts"> {
  readonly parts: readonly Part[];
}

type Part = NameTest | ByteString | typeof ANY_DEPTH;

export class PatternSet {
  /** The parts of all patterns, one pattern after the other, and the numbers of the patterns that they belong to. */
  readonly #parts: Part[] = [];
  readonly #owners: number[] = [];
  /** The first part of each pattern, and what else is known of it. There may be many: an object for each would be dear. */
  readonly #first: number[] = [];
  readonly #costs: number[] = [];
  readonly #directoriesOnly: boolean[] = [];
  /** Of the directory that was asked about last. */
  #tests: Tests | undefined;

  constructor(patterns: readonly SetPattern[] = []) {
    for (const pattern of patterns) {
      this.add(pattern);
    }
  }

  /** Adds a pattern. States that were made before are no good any more. */
  add({ parts, directoriesOnly, cost = UNKNOWN_COST }: SetPattern): void {
    const number = this.#first.length;
    this.#first.push(this.#parts.length);
    this.#costs.push(cost);
    this.#directoriesOnly.push(directoriesOnly);
    for (const part of parts) {
      this.#parts.push(part);
      this.#owners.push(number);
    }
  }

  /** The state of the directory that the patterns are relative to. */
  start(): PatternState {
    const state = this.#nothing();
    for (const [number, index] of this.#first.entries()) {
      // One that has no parts matches nothing.
      if (this.#owners[index] === number) {
        this.#mark(state, index);
      }
    }
    return state;
  }

  /** The state of the directory `name` in a directory of this state; the same object where it is the same. */
  enter(state: PatternState, name: ByteString): PatternState {
    const next = this.#nothing();
    for (const index of numbersIn(state)) {
      if (this.#parts[index] === ANY_DEPTH) {
        this.#mark(next, index);
      } else if (!this.#isLast(index) && this.#fits(index, name)) {
        this.#mark(next, index + 1);
      }
    }
    return next.every((word, index) => word === state[index]) ? state : next;
  }

  /** The number of the last pattern that matches the entry `name` of a directory of this state; -1 where none does. */
  lastMatch(state: PatternState, name: ByteString, isDirectory: boolean): number {
    for (const index of this.#testsOf(state).last) {
      const owner = this.#owners[index] as number;
      if ((isDirectory || this.#directoriesOnly[owner] !== true) && this.#fits(index, name)) {
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
      cost += owner === counted ? 0 : (this.#costs[owner] as number);
      counted = owner;
    }
    return cost;
  }

  #testsOf(state: PatternState): Tests {
    if (this.#tests?.state !== state) {
      const parts = numbersIn(state);
      const others = parts.filter((index) => !this.#isLast(index));
      this.#tests = {
        state,
        last: parts.filter((index) => this.#isLast(index)).toReversed(),
        others,
        isAnyDepth: others.some((index) => this.#parts[index] === ANY_DEPTH),
      };
    }
    return this.#tests;
  }

  #fits(index: number, name: ByteString): boolean {
    const part = this.#parts[index];
    return typeof part === "function" ? part(name) : part === name;
  }

  #isLast(index: number): boolean {
    return this.#owners[index] !== this.#owners[index + 1];
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
