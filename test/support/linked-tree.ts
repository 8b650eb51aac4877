// Trees of random links, and random paths through them, to compare our resolving of links with the kernel's.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";

interface Link {
  readonly folder: string;
  readonly name: string;
  readonly target: string;
  readonly isAbsolute: boolean;
}

const NAMES = ["a", "b", "c"];

const location = fc
  .array(fc.constantFrom(...NAMES, "..", "."), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join("/"));

/** Links in a few folders, to anywhere. */
export const anyLinks: fc.Arbitrary<Link[]> = fc.array(
  fc.record({
    folder: fc.constantFrom("", "a", "b", "a/a", "a/b", "b/c"),
    name: fc.constantFrom(...NAMES),
    target: location,
    isAbsolute: fc.boolean(),
  }),
  { maxLength: 8 },
);

/** Paths to follow in a tree of links. */
export const anyLocations: fc.Arbitrary<string[]> = fc.array(location, { minLength: 5, maxLength: 5 });

/** Creates a tree of these links and returns its folder, which the caller must remove. */
export function makeLinkedTree(links: readonly Link[]): string {
  const root = fs.mkdtempSync(path.join(process.env["DIRLEAF_TEST_BASE"] as string, "links-"));
  fs.mkdirSync(`${root}/a/b`, { recursive: true });
  for (const { folder, name, target, isAbsolute } of links) {
    try {
      fs.mkdirSync(`${root}/${folder}`, { recursive: true });
      fs.symlinkSync(isAbsolute ? `${root}/${target}` : target, `${root}/${folder}/${name}`);
    } catch {
      // The name is taken, or there is no directory to put it in.
    }
  }
  return root;
}
