// As much of a page as fits into an answer.
import { largestFitting } from "../tooling/cut-text.ts";
import type { FunctionCallError } from "../tooling/function-call-error.ts";
import { entryTooLong, rootTooLong } from "./failure.ts";

/** If a path leaves less room than this, in bytes, it is the path that is too long, and not the entry. */
const LEAST_ROOM = 64;

/** The page with all `count` entries, or with as many as fit; undefined if not even one fits. `write` makes the page with some of them. */
export function fitPage(count: number, write: (shown: number) => string, maxBytes: number): string | undefined {
  const fits = (text: string) => Buffer.byteLength(text) <= maxBytes;
  const whole = write(count);
  if (fits(whole)) {
    return whole;
  }
  const shown = largestFitting(count, (some) => fits(write(some)));
  return shown === 0 ? undefined : write(shown);
}

/** The error for a page of `list_directory` of which not even the entry at `offset` fits. `empty` is the page without entries. */
export function directoryPageTooLong(
  directory: string,
  offset: number,
  empty: string,
  maxBytes: number,
): FunctionCallError {
  return Buffer.byteLength(empty) + LEAST_ROOM > maxBytes
    ? rootTooLong("path", directory, maxBytes)
    : entryTooLong(`the entry at offset ${offset}`, maxBytes, [`offset: ${offset + 1}`]);
}
