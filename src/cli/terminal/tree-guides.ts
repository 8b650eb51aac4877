// The lines of a tree: how the entries of a directory hang together.

/** The guides before each line, given how far it is indented. `goesOn`: more may come below the last line, in any directory above it. */
export function treeGuides(indents: readonly number[], goesOn: boolean): string[] {
  const guides: string[] = [];
  /** Whether a line of this indentation follows in the same directory. */
  const follows: boolean[] = Array.from({ length: goesOn ? (indents.at(-1) ?? 0) + 1 : 0 }, () => true);
  for (const indent of indents.toReversed()) {
    follows.length = Math.min(follows.length, indent + 1);
    const above = Array.from({ length: indent }, (_, level) => (follows[level] === true ? "│  " : "   "));
    guides.push(above.join("") + (follows[indent] === true ? "├─ " : "└─ "));
    follows[indent] = true;
  }
  return guides.toReversed();
}
