// The globs in what the user typed into the search: an entry must match one of them, and have all the words between them in its path.

/** More words than this are tried only in the order in which they were typed: there are too many other orders. */
const MAX_ORDERED = 3;

/** How many words are looked for. */
const MAX_WORDS = 4;

/** No call takes more globs. */
const MAX_GLOBS = 100;

const GLOB = /[*?[\]{}/]/;

/** Whether there is a glob in what the user typed. */
export function isGlob(typed: string): boolean {
  return GLOB.test(typed);
}

/** The globs, narrowed by the words beside them. */
export function toGlobs(typed: string): string[] {
  const parts = typed.split(/\s+/).filter((part) => part !== "");
  const words = parts.filter((part) => !GLOB.test(part)).slice(0, MAX_WORDS);
  const globs = parts.filter((part) => GLOB.test(part));
  const orders = words.length > MAX_ORDERED ? [words] : ordersOf(words);
  const all = globs.flatMap((glob) => (words.length === 0 ? [glob] : orders.flatMap((order) => narrow(glob, order))));
  return [...new Set(all)].slice(0, MAX_GLOBS);
}

/** Globs for what matches a glob and has these words, in this order, in its name, or in the directories above it. */
function narrow(glob: string, words: readonly string[]): string[] {
  const slash = glob.lastIndexOf("/");
  const [above, last] = [glob.slice(0, slash + 1), glob.slice(slash + 1)];
  if (above === "") {
    return groupsOf(words).flatMap((groups) => [
      ...withName(groups.at(-1) as string[], last).map((name) => joinNames([...groups.slice(0, -1).map(toName), name])),
      joinNames([...groups.map(toName), last]),
    ]);
  }
  // All below a directory, or what has such a name there.
  return last === "**" ? [`${glob}/${toName(words)}`] : withName(words, last).map((name) => above + name);
}

/** A name with words in it that also fits a glob: only one that begins or ends with `*` has room for them. */
function withName(words: readonly string[], glob: string): string[] {
  return [
    ...(glob.startsWith("*") ? [`*${words.join("*")}${glob}`] : []),
    ...(glob.endsWith("*") ? [`${glob}${words.join("*")}*`] : []),
  ];
}

function toName(words: readonly string[]): string {
  return `*${words.join("*")}*`;
}

/** One name, or names of which each is somewhere below the one before it. */
function joinNames(names: readonly string[]): string {
  return names.length === 1 ? (names[0] as string) : `**/${names.join("/**/")}`;
}

/** All ways to spread words over names, in their order. */
function groupsOf(words: readonly string[]): string[][][] {
  const [first, ...rest] = words;
  if (first === undefined) {
    return [];
  }
  if (rest.length === 0) {
    return [[[first]]];
  }
  return groupsOf(rest).flatMap(([own = [], ...others]) => [
    [[first, ...own], ...others],
    [[first], own, ...others],
  ]);
}

function ordersOf(words: readonly string[]): string[][] {
  return words.length === 0
    ? [[]]
    : words.flatMap((word, index) => ordersOf(words.toSpliced(index, 1)).map((others) => [word, ...others]));
}
