// Compares secrets without showing by its time how much of a guess was right.
import { createHash, timingSafeEqual } from "node:crypto";

/** Whether two texts are the same. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** Always the same length, so that every comparison takes the same time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
