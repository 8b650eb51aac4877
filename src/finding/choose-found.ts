// Chooses which of the found entries an answer shows: the best for the tokens that they take.
import type { Pace } from "../core/pace.ts";
import type { MapCosts } from "../maps/directory-map.ts";
import type { FoundEntry, ScoredEntry } from "./best-entries.ts";
import type { SearchedDirectory } from "./searched-directory.ts";

/** Each further entry of a directory counts this much less than the one before: many alike leave room for others. */
const ANOTHER_OF_DIRECTORY = 0.97;

/** Among how many of the best that are left the next one is chosen. */
const WINDOW = 150;

/** What the two signs of a line take, about, when a second name needs a line for its directory. */
const NEW_LINE = 2;

/**
 * Entries in the order in which an answer takes them in, until they take about so many tokens. `ranked`: the best first. An entry is
 * worth its score for the tokens of its name and of the directories that are not shown yet. The root: a long name is no worse guess.
 * Gives way to other work, but does not end when the time is up: what was found is shown.
 */
export async function chooseFound(
  ranked: readonly ScoredEntry[],
  costs: MapCosts,
  tokens: number,
  { pause, signal }: Pick<Pace, "pause" | "signal">,
): Promise<FoundEntry[]> {
  const left = withDirectoriesShared(ranked);
  const shown = new ShownDirectories(costs);
  const chosen: FoundEntry[] = [];
  let used = 0;
  while (left.length > 0 && used < tokens) {
    let best = 0;
    let bestWorth = -1;
    for (let index = 0; index < Math.min(left.length, WINDOW); index += 1) {
      const { score, entry } = left[index] as ScoredEntry;
      const worth = score / Math.sqrt(shown.costOf(entry));
      if (worth > bestWorth) {
        [best, bestWorth] = [index, worth];
      }
    }
    const [{ entry }] = left.splice(best, 1) as [ScoredEntry];
    used += shown.costOf(entry);
    shown.show(entry);
    chosen.push(entry);
    const turn = pause();
    if (turn !== undefined) {
      await turn;
      signal?.throwIfAborted();
    }
  }
  return chosen;
}

/** The same entries, each worth less by how many of its directory come before it. */
function withDirectoriesShared(ranked: readonly ScoredEntry[]): ScoredEntry[] {
  const factors = new Map<SearchedDirectory, number>();
  const shared = ranked.map(({ score, entry }) => {
    const factor = factors.get(entry.directory) ?? 1;
    factors.set(entry.directory, factor * ANOTHER_OF_DIRECTORY);
    return { score: score * factor, entry };
  });
  // Equals stay in their order.
  return shared.sort((one, other) => other.score - one.score);
}

class ShownDirectories {
  readonly #costs: MapCosts;
  /** How many names each of them shows. */
  readonly #names = new Map<SearchedDirectory, number>();
  /** What names cost, once that is known. */
  readonly #known = new Map<FoundEntry | SearchedDirectory, number>();

  constructor(costs: MapCosts) {
    this.#costs = costs;
  }

  /** About how many tokens it takes to show an entry now. */
  costOf(entry: FoundEntry): number {
    let cost = this.#costOf(entry);
    const names = this.#names.get(entry.directory);
    if (names === 1) {
      return cost + NEW_LINE;
    }
    for (
      let directory = entry.directory;
      directory.parent !== undefined && !this.#names.has(directory);
      directory = directory.parent
    ) {
      cost += this.#costOfOpen(directory);
    }
    return names === undefined ? cost + 1 : cost;
  }

  show(entry: FoundEntry): void {
    this.#names.set(entry.directory, (this.#names.get(entry.directory) ?? 0) + 1);
    for (
      let directory = entry.directory.parent;
      directory !== undefined && !this.#names.has(directory);
      directory = directory.parent
    ) {
      this.#names.set(directory, 0);
    }
  }

  #costOf(entry: FoundEntry): number {
    const { name, kind, inside } = entry;
    return this.#once(entry, () =>
      kind === "directory"
        ? this.#costs.closed({ names: [name], count: inside?.below ?? 0 })
        : this.#costs.name(name, kind),
    );
  }

  #costOfOpen(directory: SearchedDirectory): number {
    return this.#once(directory, () => this.#costs.name(directory.name, "directory"));
  }

  #once(shown: FoundEntry | SearchedDirectory, count: () => number): number {
    const cost = this.#known.get(shown) ?? count();
    this.#known.set(shown, cost);
    return cost;
  }
}
