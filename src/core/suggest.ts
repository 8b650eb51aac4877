// Suggests what a user may have meant by an unknown word.

/** The known word that is closest to a mistyped one, if any is close. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const started = known.filter((candidate) => typed.length > 2 && candidate.toLowerCase().startsWith(typed));
  if (started.length === 1) {
    return started[0];
  }
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceBetween(typed, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [nearest] = ranked;
  // With more than a third of its letters wrong, it is a different word.
  return nearest !== undefined && nearest.distance <= Math.max(1, Math.floor(nearest.candidate.length / 3))
    ? nearest.candidate
    : undefined;
}

/** How many letters to insert, delete, change or swap with a neighbour to get from one word to the other. */
function distanceBetween(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next.push(
        Math.min(
          (last[column] as number) + 1,
          (next[column - 1] as number) + 1,
          (last[column - 1] as number) + Number(!isSame),
          isSwapped ? (before[column - 2] as number) + 1 : Infinity,
        ),
      );
    }
    before = last;
    last = next;
  }
  return last[to.length] as number;
}
