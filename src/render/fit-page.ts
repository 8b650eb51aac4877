// Cuts a page to a size: it ends early, on an entry, and says that there is more. The text is measured before it is written: the white
// space of a deep tree can be longer than all its names.
import { shortenPage, type MetProblem, type Page } from "../walks/take-page.ts";
import type { Visit } from "../core/visit.ts";
import { renderEnd, renderHeader, type PageEnd } from "./our-words.ts";
import { arrangeAsTree, joinLines, renderLineLabel, type ArrangedPage, type TreeLine } from "./render-listing.ts";

/** The share of an answer that one context line may take. */
const CONTEXT_SHARE = 1 / 4;

/** Why not even the first entry of a page can be shown. */
export interface Obstacle {
  /** The context line that is too long: its last directory. Undefined if the header or the entry itself is too long. */
  readonly context?: Visit | undefined;
}

/** The text of a page, or of its longest part that has at most `maxBytes` bytes; an obstacle if not even one entry fits. */
export function fitPage(page: Page, maxBytes: number, write: (part: Page) => PageText): PageText | Obstacle {
  const maxContext = maxBytes * CONTEXT_SHARE;
  const cuts = new PageCuts(page);
  let text = write(page);
  let index = cuts.length - 1;
  if (text.bytes > maxBytes) {
    ({ text, index } = longestWithin(cuts, mostEntries(page.entries, maxBytes), maxBytes, write));
  }
  // Each round removes a line of at least a quarter of the size, so there are at most four.
  for (let line = text.contextOver(maxContext); line !== undefined; line = text.contextOver(maxContext)) {
    index = cuts.firstWithin(line.visit) - 1;
    if (index < 0) {
      return { context: line.visit };
    }
    text = write(cuts.at(index));
  }
  return text.bytes <= maxBytes ? text : {};
}

/** The longest cut that fits, or the first one. */
function longestWithin(
  cuts: PageCuts,
  entries: number,
  maxBytes: number,
  write: (part: Page) => PageText,
): { text: PageText; index: number } {
  let index = 0;
  let text = write(cuts.at(0));
  for (let low = 1, high = cuts.indexOf(entries); low <= high;) {
    const middle = (low + high) >>> 1;
    const part = write(cuts.at(middle));
    if (part.bytes <= maxBytes) {
      text = part;
      index = middle;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return { text, index };
}

/** How many entries fit by their names alone: a cheap bound, so that we never write far longer cuts. */
function mostEntries(entries: readonly Visit[], maxBytes: number): number {
  let bytes = 0;
  const tooMany = entries.findIndex(({ path }) => {
    bytes += path.length - path.lastIndexOf("/");
    return bytes > maxBytes;
  });
  return tooMany === -1 ? entries.length : tooMany;
}

/** The text of a page. */
export class PageText {
  /** The length of the text in bytes. */
  readonly bytes: number;
  readonly #root: string;
  readonly #lines: readonly TreeLine[];
  /** The content of these lines, without their indentation. */
  readonly #labels: readonly string[];
  /** Our own lines after the entries. */
  readonly #end: readonly string[];

  constructor(root: string, page: ArrangedPage, end: PageEnd) {
    this.#root = root;
    this.#lines = arrangeAsTree(page);
    this.#labels = this.#lines.map(renderLineLabel);
    this.#end = renderEnd(end);
    const unindented = [renderHeader(root), ...this.#labels, ...this.#end].join("\n");
    this.bytes = this.#lines.reduce((sum, line) => sum + bytesAround(line), Buffer.byteLength(unindented));
  }

  /** The first context line that is longer than this many bytes. */
  contextOver(maxBytes: number): TreeLine | undefined {
    return this.#lines.find(
      ({ isContext, indent }, index) =>
        isContext && 2 * indent + Buffer.byteLength(this.#labels[index] as string) > maxBytes,
    );
  }

  toString(): string {
    return joinLines(this.#root, this.#lines, this.#labels, this.#end);
  }
}

/** The bytes of a line feed and `…`. */
const GAP_BYTES = 4;

/** The bytes of a line beyond its label: its indentation, and the lines around it for what is on other pages. */
function bytesAround({ indent, hasBefore, hasAfter }: TreeLine): number {
  const gaps = Number(hasBefore === true) + Number(hasAfter === true);
  return 2 * indent + gaps * (2 * indent + GAP_BYTES);
}

/**
 * The pages that a page can be cut to. Each contains the one before. The first has just the first entry. The next ones each add one of
 * the problems met around it. The rest each add one entry, with all problems met before the next one. If a page ends on an entry and
 * has all of these, the next page can begin there.
 */
export class PageCuts {
  readonly #page: Page;
  /** The problems that come with the first entry. Its own comes first, since that is on the entry's line. */
  readonly #early: readonly MetProblem[];

  constructor(page: Page) {
    this.#page = page;
    const isOwn = ({ visit }: MetProblem) => isSame(visit, page.entries[0]);
    const early = page.problems.filter(({ position }) => position <= 1);
    this.#early = [...early.filter(isOwn), ...early.filter((problem) => !isOwn(problem))];
  }

  /** How many there are. The last is the page itself. */
  get length(): number {
    return this.#early.length + Math.max(this.#page.entries.length, 1);
  }

  at(index: number): Page {
    if (index > this.#early.length) {
      return shortenPage(this.#page, index - this.#early.length + 1);
    }
    return { ...shortenPage(this.#page, 1), problems: this.#early.slice(0, index) };
  }

  /** The index of the one with this many entries. */
  indexOf(entries: number): number {
    return this.#early.length + Math.max(entries - 1, 0);
  }

  /**
   * The first that contains something in this directory; 0 if none can leave that out. None can leave out a problem met
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
