// Estimates how many tokens a text takes, without a tokenizer: a tokenizer takes megabytes, and every model has a different one. Made
// for file names; the numbers were fitted to o200k on the names in three public repositories and in installed packages.

const SPACE = 0x20;
const NEWLINE = 0x0a;
const DOT = 0x2e;

/** A word of up to this many letters is usually one token. */
const SHORT_WORD = 4;
/** Tokens for each further letter, in a word after a space or at the start, and in one after punctuation. */
const TOKENS_PER_LETTER = 0.045;
const TOKENS_PER_LETTER_AFTER_PUNCTUATION = 0.115;
/** From this many letters on, a word is split into tokens of about three letters. */
const LONG_WORD = 14;
const LETTERS_PER_TOKEN = 3.2;
/** On average, a short word takes slightly more than one token. */
const TOKENS_PER_WORD = 1.07;
const DIGITS_PER_TOKEN = 3;
/** For each UTF-16 unit outside ASCII. */
const TOKENS_PER_NON_ASCII = 0.7;

/** Extensions of three letters or more that are one token with their dot. Most others of up to five letters are two. */
const ONE_TOKEN_EXTENSIONS: ReadonlySet<string> = new Set(
  "cfg conf config css csv debug gif hpp html input jar jpg json lang map min node output pdf png scss service snap sql svg test txt xml yml zip".split(
    " ",
  ),
);
const MAX_EXTENSION_LENGTH = 5;

/** A budget is a limit, so estimates err on the high side. */
const SAFETY_FACTOR = 1.02;

/** About how many tokens a text takes: a whole number. */
export function estimateTokens(text: string): number {
  return Math.ceil(fractionalTokens(text));
}

/** The estimate before rounding, for adding up parts of a text. It is within a budget if and only if the rounded one is. */
export function fractionalTokens(text: string): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const start = at;
    const first = text.charCodeAt(at);
    // A punctuation mark or a space is part of the same token as the word after it.
    const canLead = !isLetter(first) && !isDigit(first) && first !== NEWLINE && first < 0x80;
    if (canLead && isLetter(text.charCodeAt(at + 1))) {
      at += 1;
    }
    const from = at;
    at = endOfWord(text, at);
    if (at > from) {
      const letters = at - from;
      if (from > start && first === DOT && letters <= MAX_EXTENSION_LENGTH) {
        tokens += letters < 3 || ONE_TOKEN_EXTENSIONS.has(text.slice(from, at)) ? 1 : 2;
      } else {
        tokens += tokensOfWord(letters, from > start && first !== SPACE);
      }
      continue;
    }
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      while (isDigit(text.charCodeAt(at)) && at - from < DIGITS_PER_TOKEN) {
        at += 1;
      }
      tokens += 1;
    } else if (code >= 0x80) {
      at += 1;
      tokens += TOKENS_PER_NON_ASCII;
    } else {
      at = endOfPunctuation(text, at);
      tokens += 1;
    }
  }
  return SAFETY_FACTOR * tokens;
}

function tokensOfWord(letters: number, isAfterPunctuation: boolean): number {
  if (letters >= LONG_WORD) {
    return letters / LETTERS_PER_TOKEN;
  }
  const perLetter = isAfterPunctuation ? TOKENS_PER_LETTER_AFTER_PUNCTUATION : TOKENS_PER_LETTER;
  return TOKENS_PER_WORD + Math.max(0, letters - SHORT_WORD) * perLetter;
}

/** Where a word ends. A word is capitals followed by lower-case letters, either of which may be missing. */
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

/** Where a token without letters or digits ends: a line feed, several spaces, or punctuation with an optional space before it. */
function endOfPunctuation(text: string, from: number): number {
  let at = from;
  if (text.charCodeAt(at) === NEWLINE) {
    return at + 1;
  }
  while (text.charCodeAt(at) === SPACE) {
    at += 1;
  }
  if (at > from + 1) {
    // The last of several spaces belongs to the next token.
    return at - 1;
  }
  while (at - from < 4 && isPunctuation(text.charCodeAt(at))) {
    at += 1;
  }
  return Math.max(at, from + 1);
}

const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a;
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isLetter = (code: number): boolean => isUpper(code) || isLower(code);
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isPunctuation = (code: number): boolean => code > SPACE && code < 0x7f && !isLetter(code) && !isDigit(code);
