// Case folding: one spelling for all names that differ only in case, or in case and Unicode normalisation.

const ASCII = /^[\0-\x7f]*$/;

/** A text in lower case. Both lower-case forms of sigma become one, because which form `toLowerCase` chooses depends on its position. */
export function toLowerCase(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : text.toLowerCase().replaceAll("ς", "σ");
}

/** More marks on one letter than any language has. The Stream-Safe Text Format of Unicode Standard Annex #15 breaks runs up in the same way. */
const LONGEST_RUN = 30;

/** An invisible mark that others are not sorted past. */
const JOINER = "\u034f";

/**
 * The common spelling of all names that differ only in case, normalisation or invisible characters, which some disks ignore. A name of
 * which nothing would be left stays as it is. Converts to upper case, because more letters share an upper-case form, and to lower case before
 * that, because `ẞ` is otherwise unchanged.
 */
export function caseFold(name: string): string {
  if (ASCII.test(name)) {
    return name.toLowerCase();
  }
  // Perf: not literals, because parsing them takes 0.7 ms of every start. The engine keeps what it has compiled.
  const invisible = new RegExp(String.raw`\p{Default_Ignorable_Code_Point}`, "gu");
  const visible = name.replaceAll(invisible, "");
  if (/^\.{0,2}$/.test(visible)) {
    return name;
  }
  // Sorting the marks of a run takes quadratic time: seconds for 60,000.
  const run = new RegExp(String.raw`\p{M}{${LONGEST_RUN}}`, "gu");
  const decomposed = visible.replaceAll(run, `$&${JOINER}`).normalize("NFD");
  return toLowerCase(decomposed.toLowerCase().toUpperCase()).normalize("NFC").replaceAll(JOINER, "");
}

/** The glob that matches the folded names of everything that a glob matches in any case. */
export function caseFoldGlob(glob: string): string {
  const components = glob.split("/").map((component) => {
    // What nobody sees would leave its backslash behind, for what comes next.
    const unescaped = component.replaceAll(/\\([^])/gu, (pair, escaped: string) => (escaped > "\x7f" ? escaped : pair));
    const folded = caseFold(unescaped);
    // Without what nobody sees, it would match far more names.
    return /^[*?]*$/.test(folded) ? component : folded;
  });
  return components.join("/").replaceAll(/\[:(?:upper|lower):\]/g, "[:alpha:]");
}
