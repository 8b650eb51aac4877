// Turns a range of numbers such as `{1..1000}` into a few globs, so that it need not expand to one pattern per number. The `\`
// in their classes keeps them from matching themselves, as `[1-9]` would (glob-component.ts).

/** A range of fewer numbers than this is left to brace expansion. */
const FEWEST = 100;

/** Ranges as brace expansion recognises them: not after `\` or `$`. */
const RANGE = /(?<![\\$])\{(-?\d+)\.\.(-?\d+)\}/g;

/** The glob with its long ranges of numbers written as alternatives: `{1..120}` as `{[\1-9],[\1-9][\0-9],1[\0-1][\0-9],120}`. */
export function writeOutNumbers(glob: string): string {
  return glob.replace(RANGE, (range, first: string, last: string, offset: number) => {
    const numbers = toGlobs(first, last);
    const before = glob.slice(glob.lastIndexOf("/", offset) + 1, offset);
    // In a character class the alternatives would mean something else.
    if (numbers === undefined || before.includes("[")) {
      return range;
    }
    return numbers.length === 1 ? (numbers[0] as string) : `{${numbers.join(",")}}`;
  });
}

function toGlobs(first: string, last: string): string[] | undefined {
  const [low, high] = [Number(first), Number(last)].toSorted((a, b) => a - b) as [number, number];
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high - low + 1 < FEWEST) {
    return undefined;
  }
  // If either bound begins with a zero, all numbers are as long as the longer bound, including its sign.
  const isPadded = [first, last].some((number) => /^-?0\d/.test(number));
  const width = isPadded ? Math.max(first.length, last.length) : 0;
  const below = low < 0 ? naturals(Math.max(-high, 1), -low, width - 1).map((digits) => `-${digits}`) : [];
  return high < 0 ? below : [...below, ...naturals(Math.max(low, 0), high, width)];
}

/** The numbers from `low` to `high`, neither negative, padded with zeros to a width. */
function naturals(low: number, high: number, width: number): string[] {
  const globs: string[] = [];
  for (let start = low; start <= high;) {
    const length = Math.max(String(start).length, width);
    const end = Math.min(high, 10 ** length - 1);
    globs.push(...ofOneLength(String(start).padStart(length, "0"), String(end).padStart(length, "0")));
    start = end + 1;
  }
  return globs;
}

/** The numbers from `low` to `high`, which have the same number of digits. */
function ofOneLength(low: string, high: string): string[] {
  if (low === "") {
    return [""];
  }
  const [restOfLow, restOfHigh] = [low.slice(1), high.slice(1)];
  let from = Number(low[0]);
  let to = Number(high[0]);
  if (from === to) {
    return ofOneLength(restOfLow, restOfHigh).map((digits) => `${from}${digits}`);
  }
  const zeros = "0".repeat(restOfLow.length);
  const nines = "9".repeat(restOfLow.length);
  const globs: string[] = [];
  if (restOfLow !== zeros) {
    globs.push(...ofOneLength(restOfLow, nines).map((digits) => `${low[0]}${digits}`));
    from += 1;
  }
  const ofLast = restOfHigh === nines ? [] : ofOneLength(zeros, restOfHigh).map((digits) => `${high[0]}${digits}`);
  to -= Number(restOfHigh !== nines);
  if (from <= to) {
    globs.push(`${from === to ? from : `[\\${from}-${to}]`}${"[\\0-9]".repeat(restOfLow.length)}`);
  }
  return [...globs, ...ofLast];
}
