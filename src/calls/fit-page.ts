// As much of a page as fits into an answer.
import { largestFitting } from "../tooling/cut-text.ts";

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
