// Names that are packed say the same as names that are not.
import fc from "fast-check";
import { expect, test } from "vitest";

import type { ByteString } from "../../../src/core/byte-string.ts";
import type { EntryKind } from "../../../src/core/entry.ts";
import { CLOSED, DROPPED, IGNORED, PackedNames } from "../../../src/core/map/packed-names.ts";

const anyName = fc
  .uint8Array({ maxLength: 6 })
  .map(
    (bytes) => String.fromCharCode(...bytes.map((byte) => (byte % 4 === 0 ? byte : 0x61 + (byte % 3)))) as ByteString,
  );
const anyKind = fc.constantFrom<EntryKind>("file", "directory", "symlink", "other");
const anyFlags = fc.constantFrom(0, IGNORED, CLOSED, IGNORED | CLOSED);

test("any names, few or many, are those that were added", () => {
  const anyNames = fc.array(fc.tuple(anyName, anyKind, anyFlags), { maxLength: 700, size: "max" });
  fc.assert(
    fc.property(anyNames, (added) => {
      const names = new PackedNames();
      for (const [index, [name, kind, flags]] of added.entries()) {
        expect(names.push(name, kind, flags)).toBe(index);
      }
      expect(names.length).toBe(added.length);
      for (const [index, [name, kind, flags]] of added.entries()) {
        expect(names.name(index)).toBe(name);
        expect(names.name(index, 1)).toBe(name.slice(1));
        expect(names.name(index, 1, 3)).toBe(name.slice(1, 3));
        expect(names.lengthOf(index)).toBe(name.length);
        expect(names.kindOf(index)).toBe(kind);
        expect([IGNORED, CLOSED, DROPPED].filter((flag) => names.has(index, flag))).toEqual(
          [IGNORED, CLOSED].filter((flag) => (flags & flag) !== 0),
        );
        const [other] = added[(index * 7) % added.length] as [ByteString, EntryKind, number];
        expect(Math.sign(names.compare(index, (index * 7) % added.length))).toBe(
          name < other ? -1 : Number(name > other),
        );
      }
      names.mark(0, DROPPED);
      const [first] = added;
      expect([names.has(0, DROPPED), first && names.kindOf(0)]).toEqual([true, first?.[1]]);
      for (const [index, [name]] of added.entries()) {
        const bytes = Array.from({ length: name.length + 1 }, (_, at) => names.byteAt(index, at));
        expect(bytes).toEqual([...Array.from(name, (byte) => byte.charCodeAt(0)), undefined]);
      }
    }),
    { numRuns: 5 },
  );
});
