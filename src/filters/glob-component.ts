// Compiles one component of a glob, `*.ts`, into a test of names, as minimatch reads it: wildcards match characters, not bytes,
// and only literal dots match the names `.` and `..`. Matching backtracks no further than to the last `*`. In one way it matches
// more than minimatch: a component with brackets but no wildcard also matches itself, since `[slug]` is a usual name.
import { toByteString, type ByteString } from "../core/byte-string.ts";
import { isInClass, readClass, unitsOfClass, type CharacterClass } from "./glob-class.ts";
import { ANY_BYTES, nameTest, type CostlyTest, type NameToken } from "./name-test.ts";
import type { NameTest } from "./path-pattern.ts";

const STAR: unique symbol = Symbol("any characters");
const ANY: unique symbol = Symbol("any character");

/** A literal character, or a wildcard. */
type Token = string | typeof STAR | typeof ANY | CharacterClass;

/** Testing character by character takes about this many times as long. */
const SLOWNESS = 8;

/** Any UTF-16 unit. */
const ANY_UNIT = "\0\uffff";

const HAS_SURROGATE = /[\ud800-\udfff]/;

/** The test for a component. `textOf` decodes a name to text. */
export function readComponent(glob: string, textOf: (name: ByteString) => string): CostlyTest {
  const { tokens, spelled } = readTokens(glob);
  const itself = spelled === undefined ? undefined : toByteString(spelled);
  if (tokens.every((token) => typeof token === "string")) {
    // A plain word is compared byte by byte: a name that is not valid UTF-8 must not match the text it decodes to.
    const bytes = toByteString(tokens.join(""));
    // `[a]` is a word, too, but not the one it spells.
    const isOther = itself !== undefined && itself !== bytes;
    return isOther
      ? { fits: (name) => name === bytes || name === itself, cost: 2 }
      : { fits: (name) => name === bytes, cost: 1 };
  }
  const hasNamedClass = tokens.some((token) => typeof token === "object" && unitsOfClass(token) === undefined);
  const units = nameTest(tokens.flatMap(toUnits));
  const fits: NameTest = (name) => {
    const text = textOf(name);
    // Text as long as its UTF-8 is ASCII.
    const isWide = text.length !== name.length && HAS_SURROGATE.test(text);
    return hasNamedClass || isWide ? fitsCharacters(tokens, [...text]) : units.fits(text as ByteString);
  };
  return {
    fits: (name) => name === itself || (name !== "." && name !== ".." && fits(name)),
    cost: 1 + units.cost * (hasNamedClass ? SLOWNESS : 1),
  };
}

/** The name that a component spells letter by letter; undefined if it has wildcards. */
export function spelledName(glob: string): string | undefined {
  return readTokens(glob).spelled;
}

/** What can't be in a class that may also be part of a name. Whoever escapes a character in brackets means a class. */
const ONLY_IN_CLASS = /[*?\\]/;

function readTokens(glob: string): { tokens: Token[]; spelled: string | undefined } {
  const tokens: Token[] = [];
  let spelled = "";
  let isSpelled = true;
  for (let at = 0; at < glob.length;) {
    const character = characterAt(glob, at);
    const found = character === "[" ? readClass(glob, at) : undefined;
    if (found !== undefined) {
      tokens.push(onlyMember(found.members) ?? found.members);
      const written = glob.slice(at, found.end);
      spelled += written;
      isSpelled &&= !ONLY_IN_CLASS.test(written);
      at = found.end;
    } else if (character === "\\") {
      // A `\` at the end is literal.
      const escaped = at + 1 < glob.length ? characterAt(glob, at + 1) : "\\";
      tokens.push(escaped);
      spelled += escaped;
      at += 1 + escaped.length;
    } else {
      tokens.push(character === "*" ? STAR : character === "?" ? ANY : character);
      spelled += character;
      isSpelled &&= character !== "*" && character !== "?";
      at += character.length;
    }
  }
  return { tokens, spelled: isSpelled ? spelled : undefined };
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) as number);
}

function onlyMember({ isNegated, ranges, inside, outside }: CharacterClass): string | undefined {
  const [[low, high] = [0, 1]] = ranges;
  const isOne = low === high && ranges.length + inside.length + outside.length === 1;
  return isOne && !isNegated ? String.fromCodePoint(low) : undefined;
}

/** The token for names without characters of two UTF-16 units. */
function toUnits(token: Token): NameToken[] {
  if (typeof token === "string") {
    return token.split("").map((unit) => unit + unit);
  }
  return [token === STAR ? ANY_BYTES : token === ANY ? ANY_UNIT : (unitsOfClass(token) ?? ANY_UNIT)];
}

/** Whether all of the characters fit. After the last `*`, each token is tried at most once per character. */
function fitsCharacters(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let star: number | undefined;
  let from = 0;
  while (at < characters.length) {
    const next = tokens[token];
    if (next === STAR) {
      star = token;
      from = at;
      token += 1;
    } else if (next !== undefined && fitsCharacter(next, characters[at] as string)) {
      token += 1;
      at += 1;
    } else if (star === undefined) {
      return false;
    } else {
      token = star + 1;
      from += 1;
      at = from;
    }
  }
  return tokens.slice(token).every((rest) => rest === STAR);
}

function fitsCharacter(token: Exclude<Token, typeof STAR>, character: string): boolean {
  return typeof token === "string" ? token === character : token === ANY || isInClass(token, character);
}
