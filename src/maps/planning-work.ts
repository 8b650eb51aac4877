// The work of planning a map: how much of it may be done, and when it makes way for other work. Names are weighed by functions that
// call themselves and keep what they find out. So they may be stopped anywhere, by an exception, and asked again after a pause.
import type { Pace } from "../core/pace.ts";
import type { Way } from "./choice.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import type { Branch, Plan, PlanNode } from "./plan-directory.ts";
import { runNow } from "./yielding-work.ts";

/**
 * How much may be held at a time, and how much may be made for one price: so many names, or if that is more, so many for each token. A
 * name takes about 130 bytes, a branch of them four times as much. When most of the room is used, what is not shown is dropped.
 */
const MOST_HELD = 40_960;
const HELD_FOR_TOKEN = 2;
const MOST_MADE = 98_304;
const MADE_FOR_TOKEN = 8;
const SIZE_OF_BRANCH = 4;
const DROPPED_FROM = 0.75;

/** How much is done between two pauses: a step is a name that is looked at, or a choice. */
const STEPS_AT_ONCE = 512;

/** So many steps are done even if the time is up, so that a tree that took long to read is shown. */
const LATE_STEPS = 65_536;

/** How deep functions may call themselves. */
const DEEPEST = 200;

/** Directories with more names are planned, and branches with more split, with pauses. */
const MANY_NAMES = 4096;

/** Thrown where the work can't go on. It is begun again when `first` is done. No error: nobody else gets to see it. */
export class Interruption {
  readonly first: (() => Generator<void, unknown>) | undefined;

  constructor(first?: () => Generator<void, unknown>) {
    this.first = first;
  }
}

/** Thrown if the work takes more than it may. */
class TooMuch extends Error {}

export interface PlanningSettings extends Pick<Pace, "timeLeft"> {
  readonly budget: number;
  /** Plans a directory. Yields now and then, for other work. */
  readonly plan: (directory: CountedDirectory) => Generator<void, Plan>;
}

export class PlanningWork {
  readonly #settings: PlanningSettings;
  readonly #plans = new Map<CountedDirectory, Plan>();
  readonly #room: number;
  readonly #mostMade: number;
  #held = 0;
  /** How much was made for the question that is tried now. */
  #made = 0;
  #lateSteps = LATE_STEPS;
  /** Since the last interruption. */
  #steps = 0;
  #depth = 0;
  /** What was split for the question that is tried now; undefined if there is none, and the work has no bounds. */
  #split: Branch[] | undefined;

  constructor(settings: PlanningSettings) {
    this.#settings = settings;
    this.#room = Math.max(MOST_HELD, HELD_FOR_TOKEN * settings.budget);
    this.#mostMade = Math.max(MOST_MADE, MADE_FOR_TOKEN * settings.budget);
  }

  /** Plans the root, and splits its names once, whatever that takes: without that there is little to show. */
  *planRoot(root: CountedDirectory): Generator<void, Plan> {
    const plan = yield* this.#plan(root);
    if (plan.root !== undefined && plan.root.name === undefined && !plan.root.namesOnly) {
      yield* this.#splitUp(plan.root);
    }
    return plan;
  }

  /** What is asked, or undefined if that takes more than it may. Then what it took is forgotten. */
  *try<Answer>(question: () => Answer): Generator<void, Answer | undefined> {
    this.#split = [];
    this.#made = 0;
    try {
      return yield* this.answer(question);
    } catch (error) {
      if (!(error instanceof TooMuch)) {
        throw error;
      }
      this.#split.forEach((node) => this.#forget(node));
      return undefined;
    } finally {
      this.#split = undefined;
    }
  }

  /** What is asked, with pauses. The question is asked again after each, and must know by then what it has found out. */
  *answer<Answer>(question: () => Answer): Generator<void, Answer> {
    for (;;) {
      this.#depth = 0;
      try {
        return question();
      } catch (error) {
        if (!(error instanceof Interruption)) {
          throw error;
        }
        yield;
        this.#failWhenTooMuch();
        this.#steps = 0;
        yield* error.first?.() ?? [];
      }
    }
  }

  #failWhenTooMuch(): void {
    if (this.#settings.timeLeft() <= 0) {
      this.#lateSteps -= this.#steps;
    }
    if (this.#split !== undefined && (this.#isFull || this.#lateSteps <= 0)) {
      throw new TooMuch();
    }
  }

  get #isFull(): boolean {
    return this.#held > this.#room || this.#made > this.#mostMade;
  }

  /** Whether functions have called each other so often that they had better begin anew. */
  get isDeep(): boolean {
    return this.#depth >= DEEPEST;
  }

  /** To be thrown: what is asked is found out first, from a fresh start. */
  later(question: () => unknown): Interruption {
    return new Interruption(() => this.answer(question));
  }

  /** Begins to weigh something. */
  enter(): void {
    this.#depth += 1;
    this.#steps += 1;
    this.#interruptWhenDue();
  }

  /** Counts so many steps, after which the next thing that is weighed may have to wait. */
  spend(steps: number): void {
    this.#steps += steps;
  }

  leave(): void {
    this.#depth -= 1;
  }

  #interruptWhenDue(): void {
    if (this.#steps > STEPS_AT_ONCE) {
      throw new Interruption();
    }
  }

  planOf(directory: CountedDirectory): Plan {
    return this.#plans.get(directory) ?? this.#do(directory.names?.length ?? 0, () => this.#plan(directory));
  }

  *#plan(directory: CountedDirectory): Generator<void, Plan> {
    const plan = yield* this.#settings.plan(directory);
    this.#plans.set(directory, plan);
    return plan;
  }

  childrenOf(node: Branch): readonly PlanNode[] {
    if (!node.isSplit) {
      if (this.#split !== undefined && this.#isFull) {
        throw new Interruption();
      }
      this.#do(node.amount.count, () => this.#splitUp(node));
    }
    return node.children;
  }

  *#splitUp(node: Branch): Generator<void, void> {
    yield* node.split();
    const size = sizeOf(node.children);
    this.#held += size;
    this.#made += size;
    this.#split?.push(node);
  }

  /** If there is little room left, drops what is not shown of a node for which this was chosen. It can be found out again. */
  release(node: PlanNode | undefined, way: Way): void {
    if (this.#held <= DROPPED_FROM * this.#room || node === undefined || node.name !== undefined || !node.isSplit) {
      return;
    }
    if (way === "fold" || way === "closed") {
      this.#forget(node);
    }
    for (const child of way === "branches" ? node.children : []) {
      if (child.name === undefined && child.choice?.way === "fold") {
        this.#forget(child);
      }
    }
  }

  #forget(dropped: Branch): void {
    const nodes: PlanNode[] = [dropped];
    for (const node of nodes) {
      if (node.name === undefined && node.isSplit) {
        this.#held -= sizeOf(node.children);
        nodes.push(...node.children);
        node.forget();
      }
    }
  }

  /** Does what takes so many steps, at once if they are few. */
  #do<Result>(steps: number, work: () => Generator<void, Result>): Result {
    this.#steps += steps;
    if (steps > MANY_NAMES) {
      throw new Interruption(work);
    }
    const result = runNow(work());
    this.#interruptWhenDue();
    return result;
  }
}

function sizeOf(nodes: readonly PlanNode[]): number {
  return nodes.reduce((sum, { name }) => sum + (name === undefined ? SIZE_OF_BRANCH : 1), 0);
}
