// Directories that hold nothing but one directory, which a map shows on one line with it.
import type { ByteString } from "../byte-string.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import type { ClosedDirectory } from "./directory-map.ts";
import { CLOSED, DROPPED, IGNORED, type PackedNames } from "./packed-names.ts";

/** A directory, together with those that hold nothing but the next one. */
export function joinDirectories(
  above: CountedDirectory,
  namesAbove: PackedNames,
  first: number,
): { closed: ClosedDirectory; inside: CountedDirectory | undefined } {
  const path: ByteString[] = [];
  let [directory, names, index] = [above, namesAbove, first];
  for (;;) {
    path.push(names.name(index));
    const inside = directory.directoryAt(index);
    if (inside === undefined) {
      const isIgnored = names.has(index, IGNORED) ? { isIgnored: true as const } : {};
      const isPartial = names.has(index, IGNORED | CLOSED) ? {} : { isPartial: true as const };
      return { closed: { names: path, count: 0, ...isIgnored, ...isPartial }, inside };
    }
    const only = onlyDirectory(inside);
    if (inside.names === undefined || only === undefined) {
      const { below, isPartial, problem } = inside;
      const closed = { names: path, count: below, ...(isPartial && { isPartial }), ...(problem && { problem }) };
      return { closed, inside };
    }
    [directory, names, index] = [inside, inside.names, only];
  }
}

/** The only entry of a directory, if it is one and a directory. */
function onlyDirectory({ names, isCut }: CountedDirectory): number | undefined {
  if (names === undefined || isCut) {
    return undefined;
  }
  let only: number | undefined;
  for (let index = 0; index < names.length; index += 1) {
    if (!names.has(index, DROPPED)) {
      if (only !== undefined || names.kindOf(index) !== "directory") {
        return undefined;
      }
      only = index;
    }
  }
  return only;
}
