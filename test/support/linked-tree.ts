// Trees of random links, and random paths through them, for whoever resolves links and wants to be held against the kernel.
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

/** Paths to follow in such a tree. */
export const anyLocations: fc.Arbitrary<string[]> = fc.array(location, { minLength: 5, maxLength: 5 });

/** Makes the tree of these links and gives its folder, which the caller removes. */
export function makeLinkedTree(links: readonly Link[]): string {
  const root = fs.mkdtempSync(path.join(process.env["DIRLEAF_TEST_BASE"] as string, "links-"));
  fs.mkdirSync(`${root}/a/b`, { recursive: true });
  for (const { folder, name, target, isAbsolute } of links) {
    try {
      fs.mkdirSync(`${root}/${folder}`, { recursive: true });
      fs.symlinkSync(isAbsolute ? `${root}/${target}` : target, `${root}/${folder}/${name}`);
    } catch {
      // There is something already, or no directory to put it in.
    }
  }
  return root;
}
