// The answer of a search for a number of choices: as text, and as data for programs.
import { namesTo, type EntryKind } from "../core/entry.ts";
import { renderAge } from "../text/amounts.ts";
import { renderEnd, renderHeader, type ListingEnd } from "../text/closing-lines.ts";
import { renderLabel } from "../text/entry-label.ts";
import { renderMap } from "../text/map-text.ts";
import type { AnswerItem } from "./choose.ts";
import { layOut, type AnswerLayout } from "./lay-out.ts";
import { searchEnd } from "./search-end.ts";
import type { SearchResult } from "./search-result.ts";
import type { Candidate } from "./searched-directory.ts";

/** A file or directory that was found. */
export interface FoundFile {
  /** The path below the searched directory, joined with `/` on every platform. Bytes that are not valid UTF-8 read as U+FFFD. */
  readonly path: string;
  readonly kind: EntryKind;
  /** Its position in the order of the answer: 1 is the best, or the newest. */
  readonly rank: number;
  /** Set if git ignores it. */
  readonly ignored?: true;
  /** Set for a directory if nothing in it is shown, unless it would be 0: how many entries are below it, as far as they were read. */
  readonly more?: number;
  /** When it was last modified, in whole milliseconds since 1970, if that was asked for and is known. */
  readonly modifiedMs?: number;
}

/** What `findFiles` returns. Its end says what matched nothing, how many more match, and how far the search got. */
export interface FoundFiles extends ListingEnd {
  /** The searched directory as the first line of the text shows it. */
  readonly root: string;
  /** In the order of their ranks. */
  readonly files: readonly FoundFile[];
  /** How many directories were read. */
  readonly readDirectories: number;
}

export class SearchAnswer {
  readonly #result: SearchResult;

  constructor(result: SearchResult) {
    this.#result = result;
  }

  toText(chosen: readonly AnswerItem[]): string {
    const { shownRoot, now } = this.#result.search.request;
    const { layout, end } = this.#layOut(chosen);
    if (layout !== undefined) {
      return renderMap({ root: shownRoot, ...layout.contents, partial: true, ...end });
    }
    const lines = candidatesOf(chosen).map((candidate) => toLine(candidate, now));
    return [renderHeader(shownRoot), ...lines, ...renderEnd(end)].join("\n");
  }

  /** Programs also get the entries that the folds in the text stand for. */
  toFound(chosen: readonly AnswerItem[]): FoundFiles {
    const { root, shownRoot } = this.#result.search.request;
    const { layout, end } = this.#layOut(chosen);
    return {
      root: shownRoot,
      files: candidatesOf(chosen).map((candidate, index) => toFoundFile(candidate, index, layout)),
      readDirectories: root.tree.directoriesRead,
      ...end,
    };
  }

  /** The newest are not laid out: each has a line of its own. */
  #layOut(chosen: readonly AnswerItem[]): { layout?: AnswerLayout; end: ListingEnd } {
    if (this.#result.search.request.newest) {
      return { end: searchEnd(this.#result, { all: chosen.length, byReading: new Map() }) };
    }
    const layout = layOut(chosen, this.#result);
    return { layout, end: searchEnd(this.#result, layout.accounted) };
  }
}

/** The entries that choices name or stand for, each once. */
function candidatesOf(chosen: readonly AnswerItem[]): readonly Candidate[] {
  const all = chosen.flatMap(({ candidate, fold }) => candidate ?? fold.members.map((member) => member.candidate));
  return [...new Set(all)];
}

function toFoundFile(
  { directory, name, kind, inside, isIgnored, modifiedMs }: Candidate,
  index: number,
  layout: AnswerLayout | undefined,
): FoundFile {
  const more = inside === undefined || layout?.isOpen(inside) === true ? 0 : inside.below;
  return {
    path: [...namesTo(directory), name].join("/"),
    kind,
    rank: index + 1,
    ...(isIgnored && { ignored: true }),
    ...(more > 0 && { more }),
    ...(modifiedMs !== undefined && { modifiedMs }),
  };
}

/** The line of a file with its age. */
function toLine({ directory, name, kind, isIgnored, modifiedMs }: Candidate, now: number): string {
  const above = namesTo(directory).map((each) => renderLabel(each, "directory"));
  const age = modifiedMs === undefined ? undefined : renderAge(now - modifiedMs);
  return above.join("") + renderLabel(name, kind, isIgnored ? "ignored" : undefined, age);
}
