// Random data for the closing lines of listings and maps.
import fc from "fast-check";

import type { ListingEnd } from "../../src/text/closing-lines.ts";
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

const anyGlob = fc.oneof(fc.constantFrom(...LIES, "*.ts", "a*", "**/src/a*"), anyName);

/** As many as one line names. */
const anyGlobs = fc.array(anyGlob, { minLength: 1, maxLength: 10 });

const anyWhy: fc.Arbitrary<ListingEnd> = fc.oneof(
  fc.constantFrom<ListingEnd>({}, { empty: true }, { filtered: true }),
  fc.nat().map((directories) => ({ timedOutAfter: { directories } })),
  anyGlob.map((tryGlob) => ({ filtered: true as const, tryGlob })),
  anyGlobs.map((nothingMatches) => ({ nothingMatches })),
);

/** The end of a map, or of a listing that has no more pages. */
export const anyEnd: fc.Arbitrary<ListingEnd> = fc
  .tuple(anyWhy, fc.boolean())
  .map(([why, ignoredNotSearched]) => (ignoredNotSearched ? { ...why, ignoredNotSearched } : why));
