// Text as a glob that matches this text and nothing else, and back.

/** A glob without wildcards, classes and braces. */
const LITERAL = /^(?:[^*?[\]{}\\]|\\.)+$/s;

/** The glob for a text. */
export function toLiteralGlob(text: string): string {
  return text.replaceAll(/[*?[\]{}()|,!\\]/g, "\\$&");
}

/** The text that a glob stands for; undefined if it may stand for others, too. */
export function readLiteralGlob(glob: string): string | undefined {
  return LITERAL.test(glob) ? glob.replaceAll(/\\(.)/gs, "$1") : undefined;
}
