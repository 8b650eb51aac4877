// The parts that a page can be cut to. Each contains the one before.
import { shortenPage, type MetProblem, type Page } from "../core/take-page.ts";
import type { Visit } from "../core/visit.ts";

/**
 * The first part is the first entry alone. The next ones each add one of the problems met around it. The rest each add one
 * entry, with all problems met before the next one. If a page ends on an entry and has all of these, the next page can begin
 * there.
 */
export class PageParts {
  readonly #page: Page;
  /** The problems that come with the first entry. Its own comes first, since that is on the entry's line. */
  readonly #early: readonly MetProblem[];

  constructor(page: Page) {
    this.#page = page;
    const isOwn = ({ visit }: MetProblem) => isSame(visit, page.entries[0]);
    const early = page.problems.filter(({ position }) => position <= 1);
    this.#early = [...early.filter(isOwn), ...early.filter((problem) => !isOwn(problem))];
  }

  /** How many parts there are. The last is the page itself. */
  get length(): number {
    return this.#early.length + Math.max(this.#page.entries.length, 1);
  }

  at(index: number): Page {
    if (index > this.#early.length) {
      return shortenPage(this.#page, index - this.#early.length + 1);
    }
    return { ...shortenPage(this.#page, 1), problems: this.#early.slice(0, index) };
  }

  /** The index of the part with this many entries. */
  indexOf(entries: number): number {
    return this.#early.length + Math.max(entries - 1, 0);
  }

  /**
   * The first part that contains something in this directory; 0 if no part can leave that out. None can leave out a problem met
   * before the first entry: no later page would meet it.
   */
  firstWithin(directory: Visit): number {
    const { entries, problems } = this.#page;
    const isWithin = (visit: Visit) => `${visit.path}/`.startsWith(`${directory.path}/`);
    const entry = entries.findIndex(isWithin);
    const early = this.#early.findIndex(({ visit }) => isWithin(visit));
    const late = problems.find(({ visit, position }) => position > 1 && isWithin(visit));
    const isFixed = entry === 0 || this.#early[early]?.position === 0;
    return Math.min(
      isFixed ? 0 : Infinity,
      entry === -1 ? Infinity : this.indexOf(entry + 1),
      early === -1 ? Infinity : early + 1,
      late === undefined ? Infinity : this.indexOf(late.position),
    );
  }
}

function isSame(visit: Visit, entry: Visit | undefined): boolean {
  return visit.path === entry?.path && visit.kind === entry.kind;
}
