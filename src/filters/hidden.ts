// Hidden entries: those whose names begin with a dot.
import type { Entry } from "../core/entry.ts";

/** Whether an entry's name begins with a dot. */
export function isHidden({ name }: Entry): boolean {
  return name.startsWith(".");
}
