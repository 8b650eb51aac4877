// The keys of the large bucket: ordinary data sets, and awkward names. The same count always gives the same keys.

const PLAIN_NAMES = ["", ".", "..", "a", "a-b", "a.b", "a b", "a+b", "a%2Fb", "%", "%2F", "+", " "];
const OTHER_NAMES = ["\u0001", "two\nlines", "\u{1f600}", "\uff21", "é", "e\u0301", "&<>\"'"];
const DIRECTORY_NAMES = [...PLAIN_NAMES, ...OTHER_NAMES];

const ASCII = ["a", "b", "-", ".", "..", "+", " ", "%2F", "%", "%00", "&", "<", ">", "?", "#", "=", ";", ":", "\\"];
const QUOTES = ['"', "'"];
const CONTROLS = ["\u0001", "\t", "\n", "\r", "\u001f", "\u007f", "\u0085", "\u2028", "\u202e", "\ufeff", "\uffff"];
const LETTERS = ["é", "e\u0301", "ß", "\u{1f600}", "\u{10000}", "\uff21", "~", "@", "*", "[x]"];
const PARTS = [...ASCII, ...QUOTES, ...CONTROLS, ...LETTERS, "More than 3 entries found"];

/**
 * Keys, each once, in no order.
 * @param {number} count
 * @returns {string[]}
 */
export function planKeys(count) {
  /** @type {Set<string>} */
  const keys = new Set();
  const random = seededRandom(5);
  const share = (/** @type {number} */ part) => Math.round(count * part);
  for (let index = 0; index < 40; index += 1) {
    keys.add(`readme-${index}.md`);
  }
  for (let index = 0; index < share(0.3); index += 1) {
    keys.add(`flat/part-${sixDigits(index)}.parquet`);
  }
  for (let index = 0; index < share(0.3); index += 1) {
    const month = 10 + (index % 2);
    const day = 1 + (Math.floor(index / 2) % 30);
    keys.add(`by-day/2026-${month}/${String(day).padStart(2, "0")}/event-${sixDigits(index)}.json`);
  }
  for (let index = 0; index < share(0.075); index += 1) {
    keys.add(`many/d${sixDigits(index % 100)}/${sixDigits(index)}`);
  }
  while (keys.size < count) {
    keys.add(`odd/${pickOddKey(random)}`);
  }
  return [...keys];
}

/** @param {number} value */
function sixDigits(value) {
  return String(value).padStart(6, "0");
}

/**
 * A key below up to two directories with odd names. Some keys end with a slash.
 * @param {() => number} random
 */
function pickOddKey(random) {
  const pick = (/** @type {readonly string[]} */ list) => list[Math.floor(random() * list.length)] ?? "";
  const levels = Math.floor(random() * 3);
  const directories = Array.from({ length: levels }, () => `${pick(DIRECTORY_NAMES)}/`).join("");
  const length = 1 + Math.floor(random() * 6);
  const name = Array.from({ length }, () => pick(PARTS)).join("");
  return `${directories}${name}${random() < 0.01 ? "/" : ""}`;
}

/**
 * Numbers from 0 to 1 that are the same in every run (mulberry32).
 * @param {number} seed
 * @returns {() => number}
 */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
