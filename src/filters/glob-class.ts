// Character classes in globs, `[a-z]`, `[!a-z]`, `[[:alpha:]]`, as minimatch reads them.

/** The named classes. Two of them are defined by what is not in them. */
const NAMED: readonly { readonly name: string; readonly inside?: RegExp; readonly outside?: RegExp }[] = [
  { name: "[:alnum:]", inside: /[\p{L}\p{Nl}\p{Nd}]/u },
  { name: "[:alpha:]", inside: /[\p{L}\p{Nl}]/u },
  { name: "[:ascii:]", inside: /[\0-\x7f]/u },
  { name: "[:blank:]", inside: /[\p{Zs}\t]/u },
  { name: "[:cntrl:]", inside: /\p{Cc}/u },
  { name: "[:digit:]", inside: /\p{Nd}/u },
  { name: "[:graph:]", outside: /[\p{Z}\p{C}]/u },
  { name: "[:lower:]", inside: /\p{Ll}/u },
  { name: "[:print:]", outside: /\p{C}/u },
  { name: "[:punct:]", inside: /[\p{P}\p{S}]/u },
  { name: "[:space:]", inside: /[\p{Z}\t\r\n\v\f]/u },
  { name: "[:upper:]", inside: /\p{Lu}/u },
  { name: "[:word:]", inside: /[\p{L}\p{Nl}\p{Nd}\p{Pc}]/u },
  { name: "[:xdigit:]", inside: /[A-Fa-f0-9]/u },
];

/** The first and the last code point of a range. */
type Range = readonly [number, number];

export interface CharacterClass {
  readonly isNegated: boolean;
  readonly ranges: readonly Range[];
  readonly inside: readonly RegExp[];
  readonly outside: readonly RegExp[];
}

/**
 * The class that begins with the `[` at `start`, and where the glob continues after it. Returns undefined if the class is not
 * closed; then the `[` is literal. A malformed class has no members and ends the glob.
 */
export function readClass(glob: string, start: number): { members: CharacterClass; end: number } | undefined {
  const isNegated = glob[start + 1] === "!" || glob[start + 1] === "^";
  const first = isNegated ? start + 2 : start + 1;
  const ranges: Range[] = [];
  const inside: RegExp[] = [];
  const outside: RegExp[] = [];
  const nothing = { members: { isNegated: false, ranges: [], inside: [], outside: [] }, end: glob.length };
  /** The character before a `-`. */
  let low: number | undefined;
  let isEscaped = false;
  for (let at = first; at < glob.length;) {
    const point = glob.codePointAt(at) as number;
    const character = String.fromCodePoint(point);
    if (character === "]" && at > first && !isEscaped) {
      const isEmpty = ranges.length + inside.length + outside.length === 0;
      return isEmpty ? nothing : { members: { isNegated, ranges, inside, outside }, end: at + 1 };
    }
    if (character === "\\" && !isEscaped) {
      isEscaped = true;
      at += 1;
      continue;
    }
    const named = character === "[" && !isEscaped ? NAMED.find(({ name }) => glob.startsWith(name, at)) : undefined;
    if (named !== undefined) {
      if (low !== undefined) {
        return nothing;
      }
      inside.push(...(named.inside === undefined ? [] : [named.inside]));
      outside.push(...(named.outside === undefined ? [] : [named.outside]));
      at += named.name.length;
      continue;
    }
    isEscaped = false;
    at += character.length;
    if (low !== undefined) {
      // A reversed range has no members.
      ranges.push(...(low <= point ? [[low, point] as const] : []));
      low = undefined;
    } else if (glob.startsWith("-]", at)) {
      ranges.push([point, point], [0x2d, 0x2d]);
      at += 1;
    } else if (glob[at] === "-") {
      low = point;
      at += 1;
    } else {
      ranges.push([point, point]);
    }
  }
  return undefined;
}

/** Whether a character is in a class. */
export function isInClass({ isNegated, ranges, inside, outside }: CharacterClass, character: string): boolean {
  const point = character.codePointAt(0) as number;
  if (ranges.length + inside.length > 0) {
    const isInside =
      ranges.some(([low, high]) => low <= point && point <= high) || inside.some((members) => members.test(character));
    if (isInside !== isNegated) {
      return true;
    }
  }
  return outside.length > 0 && outside.some((members) => members.test(character)) === isNegated;
}

/** The members of one UTF-16 unit, as pairs of first and last in each range; undefined if it contains named classes. */
export function unitsOfClass({ isNegated, ranges, inside, outside }: CharacterClass): string | undefined {
  if (inside.length + outside.length > 0) {
    return undefined;
  }
  const narrow = ranges.filter(([low]) => low <= 0xffff).map(([low, high]): Range => [low, Math.min(high, 0xffff)]);
  return (isNegated ? othersThan(narrow) : narrow).map((range) => String.fromCharCode(...range)).join("");
}

function othersThan(ranges: readonly Range[]): Range[] {
  const others: Range[] = [];
  let next = 0;
  for (const [low, high] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (low > next) {
      others.push([next, low - 1]);
    }
    next = Math.max(next, high + 1);
  }
  return next > 0xffff ? others : [...others, [next, 0xffff]];
}
