// Cuts a page to a size: it ends early, on an entry, and says that there is more.
import type { Page } from "../core/take-page.ts";
import type { Visit } from "../core/visit.ts";
import { PageParts } from "./page-parts.ts";
import type { PageText } from "./page-text.ts";

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
  const parts = new PageParts(page);
  let text = write(page);
  let index = parts.length - 1;
  if (text.bytes > maxBytes) {
    ({ text, index } = longestWithin(parts, mostEntries(page.entries, maxBytes), maxBytes, write));
  }
  // Each round removes a line of at least a quarter of the size, so there are at most four.
  for (let line = text.contextOver(maxContext); line !== undefined; line = text.contextOver(maxContext)) {
    index = parts.firstWithin(line.visit) - 1;
    if (index < 0) {
      return { context: line.visit };
    }
    text = write(parts.at(index));
  }
  return text.bytes <= maxBytes ? text : {};
}

/** The longest part that fits, or the first one. */
function longestWithin(
  parts: PageParts,
  entries: number,
  maxBytes: number,
  write: (part: Page) => PageText,
): { text: PageText; index: number } {
  let index = 0;
  let text = write(parts.at(0));
  for (let low = 1, high = parts.indexOf(entries); low <= high;) {
    const middle = (low + high) >>> 1;
    const part = write(parts.at(middle));
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

/** How many entries fit by their names alone: a cheap bound, so that we never write far longer parts. */
function mostEntries(entries: readonly Visit[], maxBytes: number): number {
  let bytes = 0;
  const tooMany = entries.findIndex(({ path }) => {
    bytes += path.length - path.lastIndexOf("/");
    return bytes > maxBytes;
  });
  return tooMany === -1 ? entries.length : tooMany;
}
