// How well an entry matches a guess, by its own name or by what it inherits from the directories above it.

/** A directory's name describes its contents, so its match counts a little more for its entries, and less for each further level. */
const IN_DIRECTORY = 1.1;
const FURTHER_DOWN = 0.9;

/** How well an entry matches a reading of a guess. */
export interface Match {
  /** The index of the reading. */
  readonly reading: number;
  /** 1 if a whole word of its own name matches. */
  readonly matchScore: number;
  /** Whether its own name matches. */
  readonly isOwn: boolean;
  /** Whether a directory above it matches better than its own name. */
  readonly isInherited: boolean;
  /** Which of the reading's terms match, as bits. */
  readonly termBits: number;
}

/** What an entry inherits from the match of a directory so many levels above it. */
export function inherit(match: Match, levels: number): Match {
  const factor = match.isInherited ? FURTHER_DOWN ** levels : IN_DIRECTORY * FURTHER_DOWN ** (levels - 1);
  return { ...match, matchScore: match.matchScore * factor, isOwn: false, isInherited: true };
}

/** The better match for each reading. */
export function mergeMatches(inherited: readonly Match[], own: readonly Match[]): readonly Match[] {
  if (inherited.length === 0 || own.length === 0) {
    return own.length === 0 ? inherited : own;
  }
  const merged = new Map(inherited.map((match) => [match.reading, match]));
  for (const match of own) {
    const above = merged.get(match.reading);
    const isBetter = above === undefined || match.matchScore >= above.matchScore;
    merged.set(match.reading, isBetter ? match : { ...above, isOwn: true });
  }
  return [...merged.values()];
}
