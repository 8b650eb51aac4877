// Decodes keys as a store's answer writes them.
import { toByteString, type ByteString } from "../../core/byte-string.ts";

/** The bytes of a key. We decode it only if the answer says that it is encoded: some stores ignore our request for that. */
export function decodeKey(written: string, encoding: string | undefined): ByteString {
  if (encoding !== "url" || !/[%+]/.test(written)) {
    return toByteString(written);
  }
  return toByteString(written.replaceAll("+", " ")).replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  ) as ByteString;
}
