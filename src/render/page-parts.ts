// The parts that a page can be cut to, each of which holds the one before.
import { shortenPage, type MetProblem, type Page } from "../core/take-page.ts";
import type { Visit } from "../core/visit.ts";

/**
 * First the first entry alone, then one more each time of the problems that were met around it, then one entry more each
 * time, with all problems met before the next. A page that ends on an entry and with all of these lets the next page begin there.
 */
export class PageParts {
  readonly #page: Page;
  /** The problems that come with the first entry: one of its own first, since it stands on the entry's line. */
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

  /** The part with so many entries. */
  indexOf(entries: number): number {
    return this.#early.length + Math.max(entries - 1, 0);
  }

  /**
   * The first part that holds something in this directory; 0 where that can't be left out of any. A problem that was met before
   * the first entry can't: no later page would meet it.
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
