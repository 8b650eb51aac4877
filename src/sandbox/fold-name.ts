// Names as a disk sees them that tells neither case nor Unicode normalisation apart. Deny rules match by this form everywhere:
// they are to hide more rather than less, whatever disk they meet.
import { toByteString, toText, type ByteString } from "../core/byte-string.ts";

const FOLDED_ALREADY = /^[\0-@[-\x7f]*$/;

/** The form that all spellings of a name share. */
export function foldName(name: ByteString): ByteString {
  return FOLDED_ALREADY.test(name) ? name : toByteString(foldText(toText(name)));
}

/** A glob for folded names. It matches the folded form of whatever the glob matches, but for classes that tell case apart. */
export function foldGlob(glob: string): string {
  return foldText(glob).replaceAll(/\[:(?:upper|lower):\]/g, "[:alpha:]");
}

/** By way of upper case, which more letters share; the last sigma of a word is one more shape of the same letter. */
function foldText(text: string): string {
  return text.normalize("NFD").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}
