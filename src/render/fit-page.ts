// Cuts a page to a size: it ends early, on an entry, and tells that there is more.
import { shortenPage, type Page } from "../core/take-page.ts";

/** The longest part of a page, of one entry at least, that `measure` finds to be no larger than `maxBytes`. */
export function fitPage(page: Page, maxBytes: number, measure: (page: Page) => number): Page {
  if (measure(page) <= maxBytes) {
    return page;
  }
  let fitting = 1;
  let tooLong = page.entries.length;
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >>> 1;
    if (measure(shortenPage(page, middle)) <= maxBytes) {
      fitting = middle;
    } else {
      tooLong = middle;
    }
  }
  return shortenPage(page, fitting);
}
