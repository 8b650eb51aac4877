// Finds the known word closest to a mistyped one, for "did you mean …?".

/** The known word that is closest to a mistyped one, if any is close enough. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const completions = known.filter((candidate) => typed.length > 2 && candidate.toLowerCase().startsWith(typed));
  if (completions.length === 1) {
    return completions[0];
  }
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: editDistance(typed, candidate.toLowerCase(), Infinity) }))
    .sort((a, b) => a.distance - b.distance);
  // With more than a third of its letters wrong, it is a different word.
  return nearest !== undefined && nearest.distance <= Math.max(1, Math.floor(nearest.candidate.length / 3))
    ? nearest.candidate
    : undefined;
}

/**
 * How many insertions, deletions, substitutions and swaps of neighbours turn one text into the other; `Infinity` if more than `max`.
 * Computes only cells that can be within `max`, because a directory may have a million names to compare.
 */
export function editDistance(from: ArrayLike<string>, to: ArrayLike<string>, max: number): number {
  const tooFar = from.length + to.length + 1;
  let previous: number[] = [];
  let current = Array.from({ length: to.length + 1 }, (_, column) => column);
  let next: number[] = [];
  for (let row = 1; row <= from.length; row += 1) {
    // Cells farther from the diagonal are more than `max` edits away.
    const first = Math.max(1, row - max);
    const end = Math.min(to.length, row + max);
    next[first - 1] = first === 1 ? row : tooFar;
    next[end + 1] = tooFar;
    let smallest = next[first - 1] as number;
    for (let column = first; column <= end; column += 1) {
      let distance = current[column - 1] as number;
      if (from[row - 1] !== to[column - 1]) {
        distance = 1 + Math.min(distance, current[column] as number, next[column - 1] as number);
        const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
        distance = isSwapped ? Math.min(distance, (previous[column - 2] as number) + 1) : distance;
      }
      next[column] = distance;
      smallest = Math.min(smallest, distance);
    }
    if (smallest > max) {
      return Infinity;
    }
    [previous, current, next] = [current, next, previous];
  }
  const distance = current[to.length] ?? tooFar;
  return distance <= max ? distance : Infinity;
}
