// Cuts a page to a size: it ends early, on an entry, and tells that there is more.
import { shortenPage, type Page } from "../core/take-page.ts";

/** The text of a page, or of the longest part of it, of one entry at least, whose text has at most `maxBytes` bytes. */
export function fitPage(page: Page, maxBytes: number, render: (page: Page) => string): string {
  const whole = render(page);
  if (Buffer.byteLength(whole) <= maxBytes) {
    return whole;
  }
  let fitting = render(shortenPage(page, 1));
  let fits = 1;
  let tooLong = page.entries.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >>> 1;
    const part = render(shortenPage(page, middle));
    if (Buffer.byteLength(part) <= maxBytes) {
      fitting = part;
      fits = middle;
    } else {
      tooLong = middle;
    }
  }
  return fitting;
}
