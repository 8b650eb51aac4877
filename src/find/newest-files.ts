// The answer of a search by `newest`: the files that were modified last, a line each with its age.
import { namesTo } from "../core/entry.ts";
import { renderAge } from "../text/amounts.ts";
import { renderEnd, renderHeader, type ListingEnd } from "../text/closing-lines.ts";
import { renderLabel } from "../text/entry-label.ts";
import { BestItems } from "./best-items.ts";
import type { KeptCandidates } from "./kept-candidates.ts";
import { toFoundFile, type FoundFiles, type SearchAnswer } from "./search-answer.ts";
import { searchEnd } from "./search-end.ts";
import type { SearchResult } from "./search-result.ts";
import type { Candidate } from "./searched-directory.ts";

/** How many of the newest files are kept. */
const MAX_NEWEST = 20_000;

export class NewestFiles implements KeptCandidates {
  readonly #newest: BestItems<Candidate>;

  constructor(budget: number) {
    // Every line takes at least one token.
    this.#newest = new BestItems(Math.min(budget, MAX_NEWEST));
  }

  offer(item: Candidate, key: string): void {
    this.#newest.offer({ item, score: item.modifiedMs ?? -Infinity, place: item.directory.place, key });
  }

  best(): readonly Candidate[] {
    return this.#newest.finish();
  }
}

export class NewestAnswer implements SearchAnswer {
  readonly choices: number;
  readonly #result: SearchResult;

  constructor(result: SearchResult) {
    this.#result = result;
    this.choices = result.candidates.length;
  }

  toText(count: number): string {
    const { shownRoot, now } = this.#result.request;
    const lines = this.#result.candidates.slice(0, count).map((candidate) => toLine(candidate, now));
    return [renderHeader(shownRoot), ...lines, ...renderEnd(this.#endAfter(count))].join("\n");
  }

  toFound(count: number): FoundFiles {
    const { root, shownRoot } = this.#result.request;
    const files = this.#result.candidates.slice(0, count).map((candidate, index) => toFoundFile(candidate, index + 1));
    return { root: shownRoot, files, readDirectories: root.tree.directoriesRead, ...this.#endAfter(count) };
  }

  #endAfter(count: number): ListingEnd {
    return searchEnd(this.#result, { count: this.#result.found.all - count, older: true });
  }
}

/** The line of a file with its age. */
function toLine({ directory, name, kind, isIgnored, modifiedMs }: Candidate, now: number): string {
  const above = namesTo(directory).map((each) => renderLabel(each, "directory"));
  const age = modifiedMs === undefined ? undefined : renderAge(now - modifiedMs);
  return above.join("") + renderLabel(name, kind, isIgnored ? "ignored" : undefined, age);
}
