// Trees that try to break the size limit of an answer: long chains, long names, names that grow when they are quoted.
import fc from "fast-check";

import { joinPath } from "../../src/core/entry.ts";
import type { ModelEntry } from "./model.ts";

const LONGEST = 255;

/** Names of up to 255 bytes. As text they can be four times as long, in JSON six times. */
const anyLongName = fc
  .tuple(fc.constantFrom("x", "\x01", '"', "\\", " ", "日", "\u202e"), fc.integer({ min: 1, max: LONGEST }))
  .map(([piece, length]) => piece.repeat(Math.max(1, Math.floor(length / Buffer.byteLength(piece)))));

const anyShortName = fc.constantFrom("a", "b", "a0", "a-", "…", "x y", "é");

/** Paths made of few names, so that they share directories. File names end in `.ts`. */
export const hostileTree: fc.Arbitrary<ModelEntry[]> = fc
  .tuple(fc.array(anyLongName, { maxLength: 3 }), fc.array(anyShortName, { minLength: 2, maxLength: 4 }))
  .chain(([long, short]) => {
    const anyName = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...short) },
      { weight: 1, arbitrary: fc.constantFrom(...short, ...long) },
    );
    const anyPath = fc.oneof(
      { weight: 3, arbitrary: fc.array(anyName, { minLength: 1, maxLength: 5 }) },
      { weight: 1, arbitrary: fc.array(anyName, { minLength: 10, maxLength: 50, size: "max" }) },
    );
    return fc.array(anyPath, { minLength: 1, maxLength: 8 }).map(toEntries);
  });

function toEntries(paths: readonly (readonly string[])[]): ModelEntry[] {
  const entries = new Map<string, ModelEntry>();
  for (const names of paths) {
    let path = "";
    for (const name of names.slice(0, -1)) {
      path = joinPath(path, name);
      entries.set(path, { path, kind: "directory" });
    }
    const file = `${(names.at(-1) as string).slice(0, LONGEST - 3)}.ts`;
    entries.set(joinPath(path, file), { path: joinPath(path, file), kind: "file" });
  }
  return [...entries.values()];
}
