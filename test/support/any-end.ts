// What listings and maps say at their ends, as data.
import fc from "fast-check";

import { toNothingMatches, type ListingEnd } from "../../src/text/closing-lines.ts";
import { toText } from "../../src/core/byte-string.ts";
import { anyName } from "./arbitraries.ts";

/** Globs that would read as something else in a line of ours. */
const LIES = [
  "a, b",
  "and 3 more",
  ", and 3 more",
  "a]",
  "]",
  '"',
  '"a", "b"',
  "a ",
  "z?",
  "z@",
  "*]\n[empty]",
  "try *x*",
  "…",
  "{a,b}",
];

const anyGlob = fc
  .oneof(fc.constantFrom(...LIES, "*.ts", "a*", "src/**"), anyName.map(toText))
  .filter((glob) => glob !== "");

const anyGlobs = fc.array(anyGlob, { minLength: 1, maxLength: 14 });

const anyWhy: fc.Arbitrary<ListingEnd> = fc.oneof(
  fc.constantFrom<ListingEnd>({}, { empty: true }, { filtered: true }),
  fc.nat().map((timedOutAfter) => ({ timedOutAfter })),
  anyGlob.map((tryGlob) => ({ filtered: true as const, tryGlob })),
  anyGlobs.map((globs) => ({ nothingMatches: toNothingMatches(globs) as NonNullable<ListingEnd["nothingMatches"]> })),
);

/** The end of a map, or of a listing that has no more pages. */
export const anyEnd: fc.Arbitrary<ListingEnd> = fc
  .tuple(anyWhy, fc.boolean())
  .map(([why, passedBy]) => (passedBy ? { ...why, passedBy } : why));
