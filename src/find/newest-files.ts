// The answer of a search by `newest`: the files that were modified last, a line each with its age.
import { namesTo } from "../core/entry.ts";
import { renderAge } from "../text/amounts.ts";
import { renderEnd, renderHeader, type ListingEnd } from "../text/closing-lines.ts";
import { renderLabel } from "../text/entry-label.ts";
import { toFoundFile, type FoundFiles, type SearchAnswer } from "./search-answer.ts";
import { searchEnd } from "./search-end.ts";
import type { SearchResult } from "./search-result.ts";
import type { Candidate } from "./searched-directory.ts";

export class NewestAnswer implements SearchAnswer {
  readonly choices: number;
  readonly #result: SearchResult;
  readonly #files: readonly Candidate[];

  constructor(result: SearchResult) {
    this.#result = result;
    this.#files = result.candidates();
    this.choices = this.#files.length;
  }

  toText(count: number): string {
    const { shownRoot, now } = this.#result.facts.request;
    const lines = this.#files.slice(0, count).map((candidate) => toLine(candidate, now));
    return [renderHeader(shownRoot), ...lines, ...renderEnd(this.#endAfter(count))].join("\n");
  }

  toFound(count: number): FoundFiles {
    const { root, shownRoot } = this.#result.facts.request;
    const files = this.#files.slice(0, count).map((candidate, index) => toFoundFile(candidate, index + 1));
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
