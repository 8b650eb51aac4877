// The sort key of the original `list_dir`: the relative path as text, with `\` read as `/`, cut at 500 bytes.
import { joinPath, toByteString, toText, type ByteString } from "./byte-string.ts";
import type { SiblingKey } from "./sibling-order.ts";

/** The longest sort key and the longest name in the `codex-*` profiles, in bytes of UTF-8. */
const LONGEST = 500;

const PLAIN = /^[\0-\x5b\x5d-\x7f]*$/;

/** The key of a path. Two paths can share one, because names are decoded lossily and cut. */
export function codexKey(path: ByteString): ByteString {
  return PLAIN.test(path) ? cutName(path) : cutName(toByteString(toText(path).replaceAll("\\", "/")));
}

/** `codexKey` as a sibling order. */
export const codexSiblingKey: SiblingKey = (entry, directory) => codexKey(joinPath(directory, entry.name));

/** Cuts UTF-8 at the last character boundary within 500 bytes. */
export function cutName(utf8: ByteString): ByteString {
  if (utf8.length <= LONGEST) {
    return utf8;
  }
  let end = LONGEST;
  while ((utf8.charCodeAt(end) & 0xc0) === 0x80) {
    end -= 1;
  }
  return utf8.slice(0, end) as ByteString;
}
