// Expands braces: `*.{ts,tsx}` stands for two globs. A brace without its partner, or without a comma, stands for itself.

/** All globs that a glob stands for, or undefined if they are too many or have more than `maxLength` characters in all. */
export function expandBraces(glob: string, maxLength: number): string[] | undefined {
  if (glob.length > maxLength) {
    return undefined;
  }
  const tokens = glob.match(/\\[^]|[{},]|[^{},\\]+|\\/gu) ?? [];
  const closed = findClosedBraces(tokens);
  /** The braces around the current alternative: the texts before each, and its alternatives so far. */
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
      // Where nothing comes before, nothing is put together: with thousands of braces in each other, that took seconds.
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

/** The positions of all braces that have a partner. */
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

/** The length of texts together. Empty ones count, since there may be many. */
export function lengthOf(texts: readonly string[]): number {
  let sum = 0;
  for (const { length } of texts) {
    sum += length || 1;
  }
  return sum;
}
