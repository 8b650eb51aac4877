// Finds what somebody may have meant by a mistyped word.

/** The known word that is closest to a mistyped one, if any is close. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const started = known.filter((candidate) => typed.length > 2 && candidate.toLowerCase().startsWith(typed));
  if (started.length === 1) {
    return started[0];
  }
  const [nearest] = known
    .map((candidate) => ({ candidate, slips: slipsBetween(typed, candidate.toLowerCase(), Infinity) }))
    .sort((a, b) => a.slips - b.slips);
  // With more than a third of its letters wrong, it is a different word.
  return nearest !== undefined && nearest.slips <= Math.max(1, Math.floor(nearest.candidate.length / 3))
    ? nearest.candidate
    : undefined;
}

/**
 * How many characters to insert, delete, change or swap with a neighbour to turn one text into the other; `Infinity` if that is more than
 * `most`. Only what can still be within `most` is computed, since a directory may have a million names to compare.
 */
export function slipsBetween(from: ArrayLike<string>, to: ArrayLike<string>, most: number): number {
  const tooMany = from.length + to.length + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  let next: number[] = [];
  for (let row = 1; row <= from.length; row += 1) {
    // Cells farther from the diagonal are more than `most` slips away.
    const first = Math.max(1, row - most);
    const end = Math.min(to.length, row + most);
    next[first - 1] = first === 1 ? row : tooMany;
    next[end + 1] = tooMany;
    let fewest = next[first - 1] as number;
    for (let column = first; column <= end; column += 1) {
      let slips = last[column - 1] as number;
      if (from[row - 1] !== to[column - 1]) {
        slips = 1 + Math.min(slips, last[column] as number, next[column - 1] as number);
        const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
        slips = isSwapped ? Math.min(slips, (before[column - 2] as number) + 1) : slips;
      }
      next[column] = slips;
      fewest = Math.min(fewest, slips);
    }
    if (fewest > most) {
      return Infinity;
    }
    [before, last, next] = [last, next, before];
  }
  const slips = last[to.length] ?? tooMany;
  return slips <= most ? slips : Infinity;
}
