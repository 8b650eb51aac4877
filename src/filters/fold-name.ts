// Spellings of names that are the same without regard to case, or to case and Unicode normalisation.

const ASCII = /^[\0-\x7f]*$/;

/** A text in lower case. The small letter sigma has two forms, and which of them stands for a capital depends on its place. */
export function toLowerCase(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : text.toLowerCase().replaceAll("ς", "σ");
}

/**
 * The spelling shared by all names that differ only by case, by normalisation or by characters that nobody sees, as on disks that ignore
 * these. Goes through upper case, because more letters share that, and through lower case first, because `ẞ` has no other upper case.
 */
export function foldName(name: string): string {
  if (ASCII.test(name)) {
    return name.toLowerCase();
  }
  const visible = name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "").normalize("NFD");
  return toLowerCase(visible.toLowerCase().toUpperCase()).normalize("NFC");
}

/** The glob that matches the folded names of all that a glob matches in any case. */
export function foldGlob(glob: string): string {
  return foldName(glob).replaceAll(/\[:(?:upper|lower):\]/g, "[:alpha:]");
}
