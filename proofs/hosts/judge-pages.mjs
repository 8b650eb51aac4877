// Judges the pages that a model got by following the last lines: together they must be the whole listing, each entry once.
import { readPage } from "../../bench/economy/read-page.mjs";

/** Fewer would not show that the model can go on from a page to which it went on. */
const FEWEST_PAGES = 3;

/**
 * @param {readonly string[]} pages
 * @param {string} whole The same listing on one page.
 * @returns {string | undefined} What is wrong.
 */
export function judgePages(pages, whole) {
  if (pages.length < FEWEST_PAGES) {
    return `has ${pages.length} pages: ${JSON.stringify(pages.at(-1))}`;
  }
  const expected = new Set(readEntries(whole).map(({ written }) => written));
  /** @type {Set<string>} */
  const seen = new Set();
  for (const { written, isAbove } of pages.flatMap(readEntries)) {
    if (!expected.has(written) || (seen.has(written) && !isAbove)) {
      return `is ${pages.length} pages with one ${JSON.stringify(written)} too many`;
    }
    seen.add(written);
  }
  const missing = [...expected].find((written) => !seen.has(written));
  return missing === undefined ? undefined : `is ${pages.length} pages without ${JSON.stringify(missing)}`;
}

/**
 * The entries of a page, and whether something below them is on the page, too: only such a directory may be shown again.
 * @param {string} page
 */
function readEntries(page) {
  const { entries } = readPage(page);
  return entries.map(({ path, kind }) => ({
    written: `${kind} ${path}`,
    isAbove: entries.some((other) => other.path.startsWith(`${path}/`)),
  }));
}
