// Folds names the way a disk does that ignores case and Unicode normalisation. Deny rules match this form everywhere: on any
// disk, they should hide too much rather than too little.
import { toByteString, toText, type ByteString } from "../byte-string.ts";

const FOLDED_ALREADY = /^[\0-@[-\x7f]*$/;

/**
 * A text without the characters that nobody sees: HFS+ and the kernel's own folding (ext4, F2FS, tmpfs) leave them out of a comparison.
 */
export function dropIgnorable(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
}

/** The form shared by all spellings of a name. */
export function foldName(name: ByteString): ByteString {
  return FOLDED_ALREADY.test(name) ? name : toByteString(foldText(toText(name)));
}

/** A glob for folded names. It matches the folded form of everything the glob matches, except for case-sensitive classes. */
export function foldGlob(glob: string): string {
  return foldText(glob).replaceAll(/\[:(?:upper|lower):\]/g, "[:alpha:]");
}

/**
 * The same for text. Goes through upper case, because more letters share that, and twice: of ẞ, the first turn leaves ß, which is SS in upper case.
 * The final sigma is just another form of the same letter.
 */
export function foldText(text: string): string {
  const folded = dropIgnorable(text).normalize("NFD").toUpperCase().toLowerCase().toUpperCase().toLowerCase();
  return folded.replaceAll("ς", "σ").normalize("NFC");
}

/**
 * Whether Windows and its file systems may find an entry by this name that has quite another one: by a short name (`SECRET~1`), or with
 * dots or spaces at its end.
 */
export function isOddName(name: string): boolean {
  return /~\d|[. ]$/.test(name);
}
