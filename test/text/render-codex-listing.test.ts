import { describe, expect, test } from "vitest";

import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import { renderCodexListing } from "../../src/text/listing.ts";

function line(path: ByteString): string | undefined {
  const depth = path.split("/").length;
  return renderCodexListing("/r", [{ path, kind: "directory", depth }], undefined).split("\n")[1];
}

describe("renderCodexListing", () => {
  test("shows the last component, indented, names as they are", () => {
    expect(line("a/b\n" as ByteString)).toBe("  b");
    expect(line(toByteString('a/"x" '))).toBe('  "x" /');
  });

  test("decodes bytes that are not valid UTF-8 with loss, and cuts what becomes longer than 500 bytes", () => {
    expect(line("\xff" as ByteString)).toBe("\ufffd/");
    // 255 bytes on disk, 765 bytes as text.
    expect(line("\xff".repeat(255) as ByteString)).toBe(`${"\ufffd".repeat(166)}/`);
  });
});
