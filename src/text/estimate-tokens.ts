// Estimates how many tokens a text takes, without a tokenizer: a tokenizer takes megabytes, and every model has a different one. Made
// for file names; the numbers were fitted to o200k on the names in three public repositories and in installed packages.

/** What a text is split into. Each piece is about one token, words apart. */
const PIECE = new RegExp(
  [
    // A word: capitals, then lower-case letters, either of which may be missing. A space or punctuation mark before it belongs to it.
    String.raw`[^A-Za-z\d\n\x80-\uffff]?(?:[A-Z]+[a-z]*|[a-z]+)`,
    String.raw`\d{1,3}`,
    // The last of several spaces belongs to the next piece.
    " +(?= )",
    // Up to four punctuation marks, or a space and up to three.
    "[ -/:-@[-`{-~][!-/:-@[-`{-~]{0,3}",
    // Any other UTF-16 unit.
    "[^]",
  ].join("|"),
  "g",
);

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
  const pieces = text.match(PIECE) ?? [];
  return SAFETY_FACTOR * pieces.reduce((tokens, piece) => tokens + tokensOfPiece(piece), 0);
}

function tokensOfPiece(piece: string): number {
  if (piece >= "\x80") {
    return TOKENS_PER_NON_ASCII;
  }
  if (!isLetter(piece.charCodeAt(piece.length - 1))) {
    return 1;
  }
  const before = isLetter(piece.charCodeAt(0)) ? "" : piece.charAt(0);
  const letters = piece.length - before.length;
  if (before === "." && letters <= MAX_EXTENSION_LENGTH) {
    return letters < 3 || ONE_TOKEN_EXTENSIONS.has(piece.slice(1)) ? 1 : 2;
  }
  if (letters >= LONG_WORD) {
    return letters / LETTERS_PER_TOKEN;
  }
  const perLetter = before === "" || before === " " ? TOKENS_PER_LETTER : TOKENS_PER_LETTER_AFTER_PUNCTUATION;
  return TOKENS_PER_WORD + Math.max(0, letters - SHORT_WORD) * perLetter;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
