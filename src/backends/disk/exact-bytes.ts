// Names on a runtime that decodes them. Node and Bun give and take names as bytes. Deno turns them into text, where bytes that
// are not UTF-8 become U+FFFD: two names may look the same then, and a path may lead to another file than it names. So we
// refuse there whatever may have lost a byte.
import fs from "node:fs";

import { toByteString, toText, type ByteString } from "../../core/byte-string.ts";

/** Whether this runtime passes on names as text. */
export const DECODES_NAMES: boolean = process.versions["deno"] !== undefined;

/** What a name becomes if the runtime can't tell its bytes. A name can also have this character of its own, but rarely does. */
const REPLACEMENT = "\ufffd";

/** A name or path, one character for each byte, as it came from the disk or goes there. Throws if the runtime may change it. */
export function exactBytes(bytes: string): ByteString {
  if (DECODES_NAMES && toText(bytes as ByteString).includes(REPLACEMENT)) {
    throw Object.assign(new Error("EILSEQ: a name is not UTF-8, or has U+FFFD in it"), {
      code: "EILSEQ",
      reason: "a name is not UTF-8, which Deno can't read; use Node or Bun, or list another directory",
    });
  }
  return bytes as ByteString;
}

/** Where a link leads, as it says. */
export function readLink(location: fs.PathLike): ByteString {
  return DECODES_NAMES
    ? // Deno knows no other encoding than this one, and only this spelling of it.
      exactBytes(toByteString(fs.readlinkSync(location, { encoding: "buffer" })))
    : (fs.readlinkSync(location, "latin1") as ByteString);
}
