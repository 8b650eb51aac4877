// How many entries match, all together and for each guess.
import type { Guess, Reading } from "./guess.ts";

export class MatchCount {
  all = 0;
  readonly byGuess: Map<Guess, number> = new Map();

  /** Counts entries that all match the same readings, of each guess at most one. */
  add(readings: readonly Reading[], entries: number): void {
    this.all += entries;
    for (const { guess } of readings) {
      this.byGuess.set(guess, (this.byGuess.get(guess) ?? 0) + entries);
    }
  }
}
