// Expands braces: `*.{ts,tsx}` stands for two globs. An unmatched brace, and a pair without a comma, are literal.

/** All globs that a glob stands for, or undefined if they have more than `maxLength` characters in all. */
export function expandBraces(glob: string, maxLength: number): string[] | undefined {
  if (glob.length > maxLength) {
    return undefined;
  }
  const tokens = glob.match(/\\[^]|[{},]|[^{},\\]+|\\/gu) ?? [];
  const closed = findClosedBraces(tokens);
  /** The open braces around the current token: the texts before each, and its alternatives so far. */
  const open: { readonly before: readonly string[]; readonly alternatives: string[] }[] = [];
  let current = [""];
  for (const [index, token] of tokens.entries()) {
    const brace = open.at(-1);
    if (token === "{" && closed.has(index)) {
      open.push({ before: current, alternatives: [] });
      current = [""];
    } else if (token === "," && brace !== undefined) {
      brace.alternatives.push(...current);
      current = [""];
    } else if (token === "}" && closed.has(index) && brace !== undefined) {
      open.pop();
      const isList = brace.alternatives.length > 0;
      const alternatives = isList ? [...brace.alternatives, ...current] : current.map((text) => `{${text}}`);
      if (brace.before.length * alternatives.length > maxLength) {
        return undefined;
      }
      // A shortcut if nothing comes before the brace: with thousands of nested braces, concatenating took seconds.
      const isFirst = brace.before.length === 1 && brace.before[0] === "";
      current = isFirst ? alternatives : brace.before.flatMap((before) => alternatives.map((text) => before + text));
    } else {
      current = current.map((text) => text + token);
    }
    if (lengthOf(current) > maxLength || (brace?.alternatives.length ?? 0) > maxLength) {
      return undefined;
    }
  }
  return current;
}

/** The positions of all matched braces. */
function findClosedBraces(tokens: readonly string[]): ReadonlySet<number> {
  const closed = new Set<number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token === "{") {
      open.push(index);
    } else if (token === "}" && open.length > 0) {
      closed.add(open.pop() as number).add(index);
    }
  }
  return closed;
}

/** The total length of the texts. An empty one counts as 1, since there may be many. */
export function lengthOf(texts: readonly string[]): number {
  let sum = 0;
  for (const { length } of texts) {
    sum += length || 1;
  }
  return sum;
}
