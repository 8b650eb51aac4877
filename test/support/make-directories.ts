// Creates directories by the bytes of their path.
import fs from "node:fs";

import { toLocation } from "../../src/backends/disk/read-location.ts";
import { toByteString } from "../../src/core/byte-string.ts";

/** Creates a directory and those above it. By text where that is enough: Deno creates none by bytes. */
export function makeDirectories(location: Buffer): void {
  fs.mkdirSync(toLocation(toByteString(location)), { recursive: true });
}
