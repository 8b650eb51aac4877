// Compiles one component of a caller's glob, `*.ts`, into a test of names, as minimatch reads it: wildcards match characters, not
// bytes, and only literal dots match the names `.` and `..`. Matching backtracks no further than to the last `*`. In two ways it
// matches more than minimatch: a component with brackets but no wildcard also matches itself, since `[slug]` is a usual name, and one
// that is read without regard to case matches names of either case, but for what stands in its classes.
import { toByteString, toExactText, type ByteString } from "../core/byte-string.ts";
import { foldCase, inEveryCase, isUpperCase } from "../core/names/fold-case.ts";
import { mergeRanges, rangesOf, readGlob, type CharacterClass, type GlobToken, type Range } from "./glob-tokens.ts";
import { ANY_BYTES, nameTest, toByteRanges, type CostlyTest, type NameToken } from "./name-test.ts";
import type { NameTest } from "./pattern-set.ts";

/** The named classes, as patterns that are compiled when a glob has them. Two of them are defined by what is not in them. */
const NAMED: Readonly<Record<string, { readonly inside?: string; readonly outside?: string }>> = {
  alnum: { inside: "[\\p{L}\\p{Nl}\\p{Nd}]" },
  alpha: { inside: "[\\p{L}\\p{Nl}]" },
  ascii: { inside: "[\\0-\\x7f]" },
  blank: { inside: "[\\p{Zs}\\t]" },
  cntrl: { inside: "\\p{Cc}" },
  digit: { inside: "\\p{Nd}" },
  graph: { outside: "[\\p{Z}\\p{C}]" },
  lower: { inside: "\\p{Ll}" },
  print: { outside: "\\p{C}" },
  punct: { inside: "[\\p{P}\\p{S}]" },
  space: { inside: "[\\p{Z}\\t\\r\\n\\v\\f]" },
  upper: { inside: "\\p{Lu}" },
  word: { inside: "[\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}]" },
  xdigit: { inside: "[A-Fa-f0-9]" },
};

/** Testing character by character takes about this many times as long. */
const SLOWNESS = 8;

/** The last UTF-16 unit. */
const LAST_UNIT = 0xffff;

const ANY_UNIT = toByteRanges([[0, LAST_UNIT]]);

const HAS_SURROGATE = /[\ud800-\udfff]/;

/** Decodes a name to text. */
type TextOf = (name: ByteString) => string;

/**
 * The test for a component. `foldedOf`: decodes a name to text without regard to case, and the component matches names of either case;
 * without it, only as it is written.
 */
export function readComponent(glob: string, textOf: TextOf, foldedOf?: TextOf): CostlyTest {
  const tokens = readGlob(glob, "caller");
  const hasCase = tokens.some((token) => token.kind === "literal" && hasOtherCase(token.character));
  if (foldedOf === undefined || !hasCase) {
    return readAsWritten(glob, tokens, textOf);
  }
  return tokens.some(({ kind }) => kind === "class")
    ? readAroundClasses(glob, tokens, textOf)
    : readInAnyCase(tokens.map(foldLiteral), foldedOf);
}

function readAsWritten(glob: string, tokens: readonly GlobToken[], textOf: TextOf): CostlyTest {
  const spelled = spelledBy(glob, tokens);
  const itself = spelled === undefined ? undefined : toByteString(spelled);
  const letters = tokens.map(onlyCharacter);
  if (!letters.includes(undefined)) {
    // A plain word is compared byte by byte: a name that is not valid UTF-8 must not match the text it decodes to. `[a]` is a word,
    // too, but not the one it spells.
    const bytes = toByteString(letters.join(""));
    const isOther = itself !== undefined && itself !== bytes;
    return { fits: (name) => name === bytes || name === itself, cost: isOther ? 2 : 1 };
  }
  const { fits, cost } = textTest(tokens, tokens.flatMap(toUnits), tokens.map(toCharacterTest), textOf);
  return { fits: (name) => name === itself || fits(name), cost };
}

/** The test for a component without classes, whose letters are folded. */
function readInAnyCase(tokens: readonly GlobToken[], foldedOf: TextOf): CostlyTest {
  const { fits, cost } = foldedTest(tokens, foldedOf);
  // Most names need not be folded to know that they don't fit.
  const [first, last] = [endBytes(tokens, 0), endBytes(tokens, -1)];
  const mayFit = (name: ByteString) =>
    first?.includes(name.charAt(0)) !== false && last?.includes(name.charAt(name.length - 1)) !== false;
  return { fits: (name) => mayFit(name) && fits(name), cost };
}

function foldedTest(tokens: readonly GlobToken[], foldedOf: TextOf): CostlyTest {
  const letters = tokens.map(onlyCharacter);
  if (letters.includes(undefined)) {
    return textTest(tokens, tokens.flatMap(toUnits), tokens.map(toCharacterTest), foldedOf);
  }
  const word = letters.join("");
  return { fits: (name) => foldedOf(name) === word && isExact(name, word), cost: 2 };
}

/** The bytes that a name must begin or end with, in every case; undefined if that may be any. */
function endBytes(tokens: readonly GlobToken[], at: 0 | -1): string | undefined {
  const token = tokens.at(at);
  return token?.kind === "literal"
    ? inEveryCase(token.character)
        .map((point) => toByteString(String.fromCodePoint(point)).at(at))
        .join("")
    : undefined;
}

/** The test for a component of which only what is outside of classes matches either case. */
function readAroundClasses(glob: string, tokens: readonly GlobToken[], textOf: TextOf): CostlyTest {
  const units = tokens.flatMap((token): NameToken[] =>
    isOneUnit(token) ? [unitInEveryCase(token.character)] : toUnits(token),
  );
  const tests = tokens.map((token) => (token.kind === "literal" ? caseTest(token.character) : toCharacterTest(token)));
  const { fits, cost } = textTest(tokens, units, tests, textOf);
  if (spelledBy(glob, tokens) === undefined) {
    return { fits, cost };
  }
  const itself = tokens.flatMap((token): CharacterTest[] =>
    token.kind === "literal" ? [caseTest(token.character)] : Array.from(glob.slice(token.at, token.end)),
  );
  const isItself = (name: ByteString) => fitsCharacters(itself, [...textOf(name)]) && isExact(name, glob);
  return { fits: (name) => fits(name) || isItself(name), cost: cost + SLOWNESS };
}

/** The test of a name's text, by units and by characters where there are any of two units. */
function textTest(
  tokens: readonly GlobToken[],
  nameTokens: readonly NameToken[],
  tests: readonly CharacterTest[],
  textOf: TextOf,
): CostlyTest {
  const hasNamedClass = tokens.some((token) => token.kind === "class" && token.members.named.length > 0);
  const units = nameTest(nameTokens);
  const fits: NameTest = (name) => {
    const text = textOf(name);
    // Text as long as its UTF-8 is ASCII.
    const isWide = text.length !== name.length && HAS_SURROGATE.test(text);
    return hasNamedClass || isWide ? fitsCharacters(tests, [...text]) : units.fits(text as ByteString);
  };
  return {
    fits: (name) => name !== "." && name !== ".." && fits(name),
    cost: 1 + units.cost * (hasNamedClass ? SLOWNESS : 1),
  };
}

/** What bytes that are no UTF-8 are decoded to. */
const REPLACEMENT = "\ufffd";

/** Whether a name whose text is spelled like this is that text: one that is not valid UTF-8 only decodes to it. */
function isExact(name: ByteString, spelled: string): boolean {
  return !spelled.includes(REPLACEMENT) || toExactText(name) !== undefined;
}

function hasOtherCase(character: string): boolean {
  return inEveryCase(character).length > 1;
}

function foldLiteral(token: GlobToken): GlobToken {
  return token.kind === "literal" ? { ...token, character: foldCase(token.character) } : token;
}

function isOneUnit(token: GlobToken): token is GlobToken & { readonly kind: "literal" } {
  return token.kind === "literal" && token.character.length === 1;
}

function unitInEveryCase(character: string): NameToken {
  return toByteRanges(inEveryCase(character).map((point): Range => [point, point]));
}

function caseTest(character: string): CharacterTest {
  const folded = foldCase(character);
  return (other) => foldCase(other) === folded;
}

/** Whether a glob has an upper-case letter outside of its classes. */
export function hasUpperCase(glob: string): boolean {
  // Most have none at all.
  return (
    /[^\0-@[-\x7f]/.test(glob) &&
    readGlob(glob, "caller").some((token) => token.kind === "literal" && isUpperCase(token.character))
  );
}

/** The name that a component spells letter by letter; undefined if it has wildcards. */
export function spelledName(glob: string): string | undefined {
  return spelledBy(glob, readGlob(glob, "caller"));
}

/** What can't be in a class that may also be part of a name. Whoever escapes a character in brackets means a class. */
const ONLY_IN_CLASS = /[*?\\]/;

function spelledBy(glob: string, tokens: readonly GlobToken[]): string | undefined {
  let spelled = "";
  for (const token of tokens) {
    const written = token.kind === "literal" ? token.character : glob.slice(token.at, token.end);
    if (token.kind !== "literal" && ONLY_IN_CLASS.test(written)) {
      return undefined;
    }
    spelled += written;
  }
  return spelled;
}

/** The character that a token stands for, if it is just one. */
function onlyCharacter(token: GlobToken): string | undefined {
  if (token.kind !== "class") {
    return token.kind === "literal" ? token.character : undefined;
  }
  const { isNegated, named } = token.members;
  const [[low, high] = [0, 1], another] = rangesOf(token.members);
  const isOne = low === high && another === undefined && named.length === 0 && !isNegated;
  return isOne ? String.fromCodePoint(low) : undefined;
}

/** The token for names without characters of two UTF-16 units. */
function toUnits(token: GlobToken): NameToken[] {
  const character = onlyCharacter(token);
  if (character !== undefined) {
    return character.split("").map((unit) => unit + unit);
  }
  if (token.kind !== "class" || token.members.named.length > 0) {
    return [token.kind === "star" ? ANY_BYTES : ANY_UNIT];
  }
  const narrow = rangesOf(token.members).filter(([low]) => low <= LAST_UNIT);
  const units = narrow.map(([low, high]): Range => [low, Math.min(high, LAST_UNIT)]);
  return [toByteRanges(mergeRanges(units, token.members.isNegated, LAST_UNIT))];
}

/** What one character has to be: this one, or one that fits. Any number of them fit `ANY_BYTES`. */
type CharacterTest = string | typeof ANY_BYTES | ((character: string) => boolean);

function toCharacterTest(token: GlobToken): CharacterTest {
  switch (token.kind) {
    case "literal":
      return token.character;
    case "star":
      return ANY_BYTES;
    case "any":
      return () => true;
    case "class":
      return toClassTest(token.members);
  }
}

function toClassTest({ isNegated, characters, ranges, named }: CharacterClass): (character: string) => boolean {
  const inside = named.flatMap((name) => NAMED[name]?.inside ?? []).map((pattern) => new RegExp(pattern, "u"));
  const outside = named.flatMap((name) => NAMED[name]?.outside ?? []).map((pattern) => new RegExp(pattern, "u"));
  const hasMembers = characters.length + ranges.length + inside.length > 0;
  return (character) => {
    const point = character.codePointAt(0) as number;
    const isMember =
      characters.includes(point) ||
      ranges.some(([low, high]) => low <= point && point <= high) ||
      inside.some((pattern) => pattern.test(character));
    return (
      (hasMembers && isMember !== isNegated) ||
      (outside.length > 0 && outside.some((pattern) => pattern.test(character)) === isNegated)
    );
  };
}

/** Whether all of the characters fit. After the last `*`, each test is tried at most once per character. */
function fitsCharacters(tests: readonly CharacterTest[], characters: readonly string[]): boolean {
  let next = 0;
  let at = 0;
  let star: number | undefined;
  let from = 0;
  while (at < characters.length) {
    const test = tests[next];
    const character = characters[at] as string;
    if (test === ANY_BYTES) {
      star = next;
      from = at;
      next += 1;
    } else if (typeof test === "function" ? test(character) : test === character) {
      next += 1;
      at += 1;
    } else if (star === undefined) {
      return false;
    } else {
      next = star + 1;
      from += 1;
      at = from;
    }
  }
  return tests.slice(next).every((rest) => rest === ANY_BYTES);
}
