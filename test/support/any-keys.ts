// Random bucket keys, made of awkward names, and the entries that they stand for.
import fc from "fast-check";

/** An entry below a root. */
export interface KeyEntry {
  readonly path: string;
  readonly kind: "file" | "directory";
}

const NAMES = ["a", "a-b", "a.b", "a b", "a0", "", "", ".", "..", "+", "%2F", "\\", "a\\b", "A", "-", "é", "\u{1f600}"];
const ODDER_NAMES = [
  "\uff21",
  "two\nlines",
  "\x01",
  '"q"',
  '""',
  "end@",
  "end?",
  "[x]",
  "x [timed out]",
  "d/".repeat(3),
];

const anyName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.constantFrom(...ODDER_NAMES) },
);

/** Keys as a bucket can contain them: with empty names anywhere, and a slash at the end. */
export const anyKeys: fc.Arbitrary<string[]> = fc
  .uniqueArray(
    fc.array(anyName, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")),
    { maxLength: 60, size: "max" },
  )
  .map((keys) => keys.filter((key) => key !== ""));

/** The entries in a listing of the keys that begin with a prefix, in no order. */
export function entriesOfKeys(keys: Iterable<string>, prefix = ""): KeyEntry[] {
  const entries = new Map<string, KeyEntry>();
  for (const key of keys) {
    if (!key.startsWith(prefix) || key === prefix) {
      continue;
    }
    const names = key.slice(prefix.length).split("/");
    for (const [index, name] of names.entries()) {
      const isLast = index === names.length - 1;
      // A slash at the end only makes the part before it a directory, and is no entry itself.
      if (isLast && name === "") {
        break;
      }
      const path = names.slice(0, index + 1).join("/");
      const entry: KeyEntry = { path, kind: isLast ? "file" : "directory" };
      entries.set(`${path} ${entry.kind}`, entry);
    }
  }
  return [...entries.values()];
}
