// What a search compares: the words of a name, their stems, and its letters and digits without separators. Some words rank a file lower.
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u;

/** Where a word ends without a separator: `fooBar`, `v2Parser`, `URLParser`. */
const BEFORE_CAPITAL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const BEFORE_ASCII_CAPITAL = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

const ASCII_ONLY = /^[\0-\x7f]*$/;

/** What has up to this many characters must equal a whole word of a name. It has no stem. */
export const MAX_SHORT_LENGTH = 3;

/** `getHTTPServer.test.ts` is `get`, `http`, `server`, `test`, `ts`. */
export function splitName(name: string): string[] {
  if (ASCII_ONLY.test(name)) {
    const spaced = /[A-Z]/.test(name) ? name.replaceAll(BEFORE_ASCII_CAPITAL, " ").toLowerCase() : name;
    return spaced.match(/[a-z\d]+/g) ?? [];
  }
  const spaced = name.normalize("NFC").replaceAll(BEFORE_CAPITAL, " ");
  // Σ has two lower-case forms.
  return spaced
    .toLowerCase()
    .replaceAll("ς", "σ")
    .split(SEPARATORS)
    .filter((word) => word !== "");
}

/** The letters, marks and digits of a text, in lower case. */
export function lettersOnly(text: string): string {
  return splitName(text).join("");
}

/** `sorting` and `sorts` have the same stem: English words without the endings of a plural, of `-ed` and of `-ing`, and without a last `e`. */
export function stemOf(word: string): string {
  if (word.length <= MAX_SHORT_LENGTH || !/^[a-z]+$/.test(word)) {
    return word;
  }
  const bare = word
    .replace(/ies$|ied$/, "y")
    .replace(/(?<=ss|sh|ch|x|z)es$/, "")
    .replace(/(?<=[^su])s$/, "")
    .replace(/(?<=[aeiouy].*)(?:ing|ed)$/, "");
  const single = bare === word ? bare : bare.replace(/([bdgmnprt])\1$/, "$1");
  return single.length > MAX_SHORT_LENGTH ? single.replace(/e$/, "") : single;
}

/**
 * Words of tests, fixtures, snapshots, documentation, examples, generated and vendored files, images, fonts and other data: such files rank lower
 * unless a guess asks for them.
 */
export const LOW_PRIORITY_WORDS: ReadonlySet<string> = new Set(
  (
    "test tests spec specs e2e fixture fixtures snapshot snapshots snap mock mocks testdata testing doc docs documentation example examples " +
    "generated vendor vendored dist stories min lock png jpg jpeg gif svg ico webp woff woff2 ttf eot otf mp4 mp3 wav pdf zip gz po mo csv"
  ).split(" "),
);

const HAS_LOW_PRIORITY_LETTERS = new RegExp([...LOW_PRIORITY_WORDS].join("|"), "i");

/** The low-priority words of a name. */
export function lowPriorityWordsOf(name: string): readonly string[] {
  // Perf: most names are not split.
  return HAS_LOW_PRIORITY_LETTERS.test(name) ? splitName(name).filter((word) => LOW_PRIORITY_WORDS.has(word)) : [];
}
