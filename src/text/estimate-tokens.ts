// Estimates how many tokens a text takes, without a tokenizer: one is some megabytes large, and every model has another. Made for
// names of files; the numbers were fitted to o200k over the names in three public repositories and in installed packages.

const SPACE = 0x20;
const NEWLINE = 0x0a;
const DOT = 0x2e;

/** A word of up to this many letters is mostly one token. */
const SHORT_WORD = 4;
/** What each further letter adds, for a word after a space or at the start, and for one after a sign. */
const LETTER = 0.045;
const LETTER_AFTER_SIGN = 0.115;
/** From this many letters on, a word is made of pieces of about three letters. */
const LONG_WORD = 14;
const LETTERS_OF_PIECE = 3.2;
/** A word is a little more than a token on average. */
const WORD = 1.07;
/** Digits go by threes. */
const DIGITS = 3;
/** Letters of other alphabets, for each UTF-16 unit. */
const WIDE_LETTER = 0.7;

/** Extensions of three letters or more that are one token with their dot. Most others of up to five letters are two. */
const ONE_TOKEN: ReadonlySet<string> = new Set(
  "cfg conf config css csv debug gif hpp html input jar jpg json lang map min node output pdf png scss service snap sql svg test txt xml yml zip".split(
    " ",
  ),
);
const LONG_EXTENSION = 5;

/** What is estimated is a little too much rather than too little: a budget is a bound. */
const CAUTION = 1.02;

/** About how many tokens a text takes: a whole number. */
export function estimateTokens(text: string): number {
  return Math.ceil(weighTokens(text));
}

/** The same with fractions, for what is added up. A text fits a budget by this if and only if it does by the whole number. */
export function weighTokens(text: string): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const start = at;
    const first = text.charCodeAt(at);
    // A sign or a space belongs to the word after it.
    const hasSign = !isLetter(first) && !isDigit(first) && first !== NEWLINE && first < 0x80;
    if (hasSign && isLetter(text.charCodeAt(at + 1))) {
      at += 1;
    }
    const from = at;
    at = endOfWord(text, at);
    if (at > from) {
      const letters = at - from;
      if (from > start && first === DOT && letters <= LONG_EXTENSION) {
        tokens += letters < 3 || ONE_TOKEN.has(text.slice(from, at)) ? 1 : 2;
      } else {
        tokens += tokensOfWord(letters, from > start && first !== SPACE);
      }
      continue;
    }
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      while (isDigit(text.charCodeAt(at)) && at - from < DIGITS) {
        at += 1;
      }
      tokens += 1;
    } else if (code >= 0x80) {
      at += 1;
      tokens += WIDE_LETTER;
    } else {
      at = endOfSigns(text, at);
      tokens += 1;
    }
  }
  return CAUTION * tokens;
}

function tokensOfWord(letters: number, isAfterSign: boolean): number {
  if (letters >= LONG_WORD) {
    return letters / LETTERS_OF_PIECE;
  }
  return WORD + Math.max(0, letters - SHORT_WORD) * (isAfterSign ? LETTER_AFTER_SIGN : LETTER);
}

/** Where a word ends: capitals and then small letters. */
function endOfWord(text: string, from: number): number {
  let at = from;
  while (isUpper(text.charCodeAt(at))) {
    at += 1;
  }
  while (isLower(text.charCodeAt(at))) {
    at += 1;
  }
  return at;
}

/** Where signs end that make one token: a space and signs after it, or white space. */
function endOfSigns(text: string, from: number): number {
  let at = from;
  if (text.charCodeAt(at) === NEWLINE) {
    return at + 1;
  }
  while (text.charCodeAt(at) === SPACE) {
    at += 1;
  }
  if (at > from + 1) {
    // The last space of several belongs to what comes after it.
    return at - 1;
  }
  while (at - from < 4 && isSign(text.charCodeAt(at))) {
    at += 1;
  }
  return Math.max(at, from + 1);
}

const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a;
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isLetter = (code: number): boolean => isUpper(code) || isLower(code);
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isSign = (code: number): boolean => code > SPACE && code < 0x7f && !isLetter(code) && !isDigit(code);
