// Matches several patterns together as a walk descends. A directory's match state carries over to its entries, so no path is
// matched twice, and it shows when nothing can match in a directory. The state is one bit for each part of each pattern, because
// a deep tree has a state for each of its levels.
import type { ByteString } from "../core/byte-string.ts";

/** Matches any number of directories, including none. */
export const ANY_DEPTH: unique symbol = Symbol("any depth");

/** Whether a name fits one component of a pattern. */
export type NameTest = (name: ByteString) => boolean;

type Part = NameTest | typeof ANY_DEPTH;

/** A pattern for relative paths: its components in order. The last one is a test. It matches an entry if the whole path fits. */
export interface PathPattern {
  readonly parts: readonly Part[];
  readonly directoriesOnly: boolean;
  /**
   * How many steps it can take to test a name.
   * @default some thousand: the cost is unknown
   */
  readonly cost?: number;
  /**
   * The numbers of the globs that it was made from.
   * @default none
   */
  readonly sources?: readonly number[];
}

/** The cost assumed for a pattern that does not state its own. */
const UNKNOWN_COST = 2000;

/** How far a directory's path matches the patterns: a bit for each part that its entries are tested against next. */
export type PatternState = Int32Array;

/** What a directory's entries are tested against. Worked out once, since a huge directory needs it a million times. */
interface Tests {
  readonly state: PatternState;
  /** The last parts of patterns, which decide whether an entry matches. The last pattern's comes first. */
  readonly last: readonly number[];
  /** The other parts, which decide whether something inside a directory may match. */
  readonly others: readonly number[];
  /** Whether something may match in every directory. */
  readonly isAnyDepth: boolean;
  /** The state of the directories in it whose names fit no part. Most names don't. */
  settled: PatternState | undefined;
}

/** For how many directories the tests are kept: a listing comes back to the same few. */
const MOST_TESTS = 4;

export class PatternSet {
  /** The parts of all patterns, one pattern after the other, and the number of the pattern that each belongs to. */
  readonly #parts: Part[] = [];
  readonly #owners: number[] = [];
  readonly #patterns: Omit<Required<PathPattern>, "parts">[] = [];
  /** For the directories used last. */
  readonly #tests: Tests[] = [];

  constructor(patterns: readonly PathPattern[] = []) {
    for (const pattern of patterns) {
      this.add(pattern);
    }
  }

  /** Adds a pattern. This invalidates all existing states. */
  add({ parts, directoriesOnly, cost = UNKNOWN_COST, sources = [] }: PathPattern): void {
    for (const part of parts) {
      this.#parts.push(part);
      this.#owners.push(this.#patterns.length);
    }
    this.#patterns.push({ directoriesOnly, cost, sources });
    this.#tests.length = 0;
  }

  /** The state of the directory that the patterns are relative to. */
  start(): PatternState {
    const state = this.#nothing();
    for (const [index, owner] of this.#owners.entries()) {
      if (owner !== this.#owners[index - 1]) {
        this.#mark(state, index);
      }
    }
    return state;
  }

  /** The state of the directory `name` inside a directory with this state. Returns the same object if nothing changes. */
  enter(state: PatternState, name: ByteString): PatternState {
    const tests = this.#testsOf(state);
    const fitting = tests.others.filter((index) => this.#fits(index, name));
    return fitting.length === 0 ? (tests.settled ??= this.#next(tests, fitting)) : this.#next(tests, fitting);
  }

  /** The state of a directory whose name fits these parts. */
  #next({ state, others }: Tests, fitting: readonly number[]): PatternState {
    const next = this.#nothing();
    for (const index of others) {
      if (this.#parts[index] === ANY_DEPTH) {
        this.#mark(next, index);
      }
    }
    for (const index of fitting) {
      this.#mark(next, index + 1);
    }
    return next.every((word, index) => word === state[index]) ? state : next;
  }

  /** The number of the last pattern that matches the entry `name` of a directory with this state, or -1. */
  lastMatch(state: PatternState, name: ByteString, isDirectory: boolean): number {
    for (const index of this.#testsOf(state).last) {
      const owner = this.#owners[index] as number;
      if ((isDirectory || this.#patterns[owner]?.directoriesOnly !== true) && this.#fits(index, name)) {
        return owner;
      }
    }
    return -1;
  }

  /** Takes note of the globs that match an entry, among those that have matched nothing yet. */
  noteMatches(state: PatternState, name: ByteString, isDirectory: boolean, matches: GlobMatches): void {
    for (const index of this.#testsOf(state).last) {
      const pattern = this.#patterns[this.#owners[index] as number];
      const isLeft = pattern !== undefined && matches.isLeft(pattern.sources);
      if (isLeft && (isDirectory || !pattern.directoriesOnly) && this.#fits(index, name)) {
        matches.note(pattern.sources);
      }
    }
  }

  /** Whether anything can match below the directory `name` inside a directory with this state. */
  canMatchBelow(state: PatternState, name: ByteString): boolean {
    const { isAnyDepth, others } = this.#testsOf(state);
    return isAnyDepth || others.some((index) => this.#fits(index, name));
  }

  /** How many steps it can take to test a name in a directory with this state. */
  costOf(state: PatternState): number {
    let cost = 0;
    let counted = -1;
    for (const index of numbersIn(state)) {
      const owner = this.#owners[index] as number;
      cost += owner === counted ? 0 : (this.#patterns[owner]?.cost ?? 0);
      counted = owner;
    }
    return cost;
  }

  #testsOf(state: PatternState): Tests {
    for (const known of this.#tests) {
      if (known.state === state) {
        return known;
      }
    }
    const parts = numbersIn(state);
    const others = parts.filter((index) => !this.#isLast(index));
    const tests: Tests = {
      state,
      last: parts.filter((index) => this.#isLast(index)).toReversed(),
      others,
      isAnyDepth: others.some((index) => this.#parts[index] === ANY_DEPTH),
      settled: undefined,
    };
    this.#tests.unshift(tests);
    this.#tests.length = Math.min(this.#tests.length, MOST_TESTS);
    return tests;
  }

  #fits(index: number, name: ByteString): boolean {
    const part = this.#parts[index];
    return typeof part === "function" && part(name);
  }

  #isLast(index: number): boolean {
    return this.#owners[index] !== this.#owners[index + 1];
  }

  #nothing(): PatternState {
    return new Int32Array(Math.ceil(this.#parts.length / 32));
  }

  /** Marks a part as next. `ANY_DEPTH` can match no directory at all, so then the part after it is next too. */
  #mark(state: PatternState, index: number): void {
    state[index >>> 5] = (state[index >>> 5] as number) | (1 << (index & 31));
    if (this.#parts[index] === ANY_DEPTH) {
      this.#mark(state, index + 1);
    }
  }
}

/** Whether a state has no parts left, so that nothing can match in the directory or below it. */
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

/** Keeps account of which of several globs have matched something that is shown, so that the others can be told. */
export class GlobMatches {
  readonly #globs: readonly string[];
  /** The numbers of those that have matched nothing yet. */
  readonly #left: Set<number>;

  constructor(globs: readonly string[]) {
    this.#globs = globs;
    this.#left = new Set(globs.keys());
  }

  /** Whether all of them have matched. */
  get isDone(): boolean {
    return this.#left.size === 0;
  }

  /** Whether one of these has matched nothing yet. */
  isLeft(numbers: readonly number[]): boolean {
    return numbers.some((number) => this.#left.has(number));
  }

  /** These have matched. */
  note(numbers: readonly number[]): void {
    numbers.forEach((number) => this.#left.delete(number));
  }

  /** Those that have matched nothing, each once. */
  get unmatched(): readonly string[] {
    return [...new Set([...this.#left].map((number) => this.#globs[number] as string))];
  }
}
