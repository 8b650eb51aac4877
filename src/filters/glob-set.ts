// Matches many globs at once while a walk descends. A set remembers how far its directory's path has matched, so an entry is tested by
// its name alone, however deep it is, and the walk can skip directories in which nothing can match.
import { ANY_DEPTH, type Glob, type NameTest, type GlobPart } from "./glob.ts";

/** The part of a glob that the entries of a directory are tested against. `next` is for the entries of those that match. */
interface Step<G extends Glob> {
  readonly part: GlobPart;
  readonly next: Step<G> | undefined;
  readonly glob: G;
}

/** Globs as seen from one directory. */
export class GlobSet<G extends Glob = Glob> {
  /** In the order of the globs. */
  readonly #steps: readonly Step<G>[];
  /** The last steps of globs, which decide whether an entry matches. */
  readonly #last: readonly Step<G>[];
  /** The other steps, which decide whether something inside a directory may match. */
  readonly #inner: readonly Step<G>[];
  readonly #hasAnyDepth: boolean;
  /** The set for subdirectories whose names match no step, which are most of them. */
  #forOthers: GlobSet<G> | undefined;

  private constructor(steps: readonly Step<G>[]) {
    this.#steps = steps;
    this.#last = steps.filter(({ next }) => next === undefined);
    this.#inner = steps.filter(({ part, next }) => next !== undefined && part !== ANY_DEPTH);
    this.#hasAnyDepth = steps.some(({ part }) => part === ANY_DEPTH);
  }

  /** The globs as seen from the directory that they are relative to. */
  static of<G extends Glob>(globs: readonly G[]): GlobSet<G> {
    const steps = new Set<Step<G>>();
    for (const glob of globs) {
      let step: Step<G> | undefined;
      for (const part of glob.parts.toReversed()) {
        step = { part, next: step, glob };
      }
      addStep(steps, step);
    }
    return new GlobSet([...steps]);
  }

  /** The globs of two sets, both as seen from the same directory. */
  union(other: GlobSet<G>): GlobSet<G> {
    if (this.isEmpty || other.isEmpty) {
      return this.isEmpty ? other : this;
    }
    return new GlobSet([...new Set([...this.#steps, ...other.#steps])]);
  }

  /** Whether nothing matches here or further down. */
  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  /** The last glob that matches an entry of this directory. */
  lastMatch(name: string, isDirectory: boolean): G | undefined {
    const last = this.#last;
    for (let index = last.length - 1; index >= 0; index -= 1) {
      const { part, glob } = last[index] as Step<G>;
      if ((part as NameTest)(name) && (isDirectory || !glob.directoriesOnly)) {
        return glob;
      }
    }
    return undefined;
  }

  /** Every glob that matches an entry of this directory. */
  allMatches(name: string, isDirectory: boolean): readonly G[] {
    const matching = this.#last.filter(
      ({ part, glob }) => (part as NameTest)(name) && (isDirectory || !glob.directoriesOnly),
    );
    return matching.map(({ glob }) => glob);
  }

  matches(name: string, isDirectory: boolean): boolean {
    return this.lastMatch(name, isDirectory) !== undefined;
  }

  /** Every glob that can match something below the directory `name`. */
  allBelow(name: string): readonly G[] {
    const leading = this.#steps.filter(({ part, next }) => part === ANY_DEPTH || (next !== undefined && part(name)));
    return leading.map(({ glob }) => glob);
  }

  /** Whether anything can match below the directory `name`. */
  canMatchBelow(name: string): boolean {
    return this.#hasAnyDepth || this.#inner.some(({ part }) => (part as NameTest)(name));
  }

  /** The globs as seen from the directory `name`. The same object if nothing changes. */
  enter(name: string): GlobSet<G> {
    const matching = this.#inner.filter(({ part }) => (part as NameTest)(name));
    return matching.length > 0 ? this.#next(matching) : (this.#forOthers ??= this.#next([]));
  }

  #next(matching: readonly Step<G>[]): GlobSet<G> {
    const advancing = new Set(matching);
    const steps = new Set<Step<G>>();
    for (const step of this.#steps) {
      if (step.part === ANY_DEPTH) {
        addStep(steps, step);
      } else if (advancing.has(step)) {
        addStep(steps, step.next);
      }
    }
    const isSame = steps.size === this.#steps.length && this.#steps.every((step) => steps.has(step));
    return isSame ? this : new GlobSet([...steps]);
  }
}

/** Adds a step. `**` can match no directory at all, so the step after it is added, too. */
function addStep<G extends Glob>(steps: Set<Step<G>>, step: Step<G> | undefined): void {
  if (step !== undefined) {
    steps.add(step);
    if (step.part === ANY_DEPTH && step.next !== undefined) {
      steps.add(step.next);
    }
  }
}
