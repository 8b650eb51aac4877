// Estimates the tokens that entries take in an answer: less where their directory has a line in it already.
import { getOrAdd } from "../core/get-or-add.ts";
import { writeClosed, writeName, type CountTokens } from "../text/map-text.ts";
import type { Candidate, SearchedDirectory } from "./searched-directory.ts";

/** When choices are compared, which happens often, only this many of the directories above each are counted. */
const COMPARED_LEVELS = 32;

/** About how many tokens one more line takes. */
const LINE_TOKENS = 2;

export class AnswerCosts {
  readonly #countTokens: CountTokens;
  readonly #shown = new Set<SearchedDirectory>();
  readonly #costs = new Map<Candidate | SearchedDirectory, number>();
  #tokens: number;

  /** `tokens`: how many an answer may take. */
  constructor(tokens: number, countTokens: CountTokens) {
    this.#tokens = tokens;
    this.#countTokens = countTokens;
  }

  get isUsedUp(): boolean {
    return this.#tokens <= 0;
  }

  isShown({ inside }: Candidate): boolean {
    return inside !== undefined && this.#shown.has(inside);
  }

  costOf(entry: Candidate, maxLevels: number = COMPARED_LEVELS): number {
    if (this.isShown(entry)) {
      return 1;
    }
    const cost = getOrAdd(this.#costs, entry, () => this.#countTokens(` ${labelOf(entry)}`));
    return cost + this.#costToOpen(entry.directory, maxLevels);
  }

  #costToOpen(directory: SearchedDirectory, maxLevels: number): number {
    if (this.#shown.has(directory)) {
      return 0;
    }
    let cost = LINE_TOKENS;
    let above = directory;
    for (let level = 0; level < maxLevels; level += 1, above = above.parent) {
      if (above.parent === undefined || this.#shown.has(above)) {
        break;
      }
      const { name } = above;
      cost += getOrAdd(this.#costs, above, () => this.#countTokens(` ${writeName(name, "directory")}`));
    }
    return cost;
  }

  show(entry: Candidate): void {
    this.#tokens -= this.costOf(entry, Infinity);
    let above: SearchedDirectory | undefined = entry.directory;
    for (; above !== undefined && !this.#shown.has(above); above = above.parent) {
      this.#shown.add(above);
    }
  }
}

function labelOf({ name, kind, inside }: Candidate): string {
  return kind === "directory" ? writeClosed({ name, count: inside?.below ?? 0 }) : writeName(name, kind);
}
