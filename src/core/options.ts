// Options from callers without a type checker: what they misspell is refused, and `null` means that an option is not set.
import { suggest } from "./suggest.ts";

/** The longest piece of an unknown name that a message repeats, and that is compared with known ones. */
const LONGEST_NAME = 80;

/**
 * Throws a `TypeError` for the first option that is not known: a misspelt `roots` that is taken in silence lists the whole disk. `prefix`
 * comes before its name, such as "defaults.".
 */
export function refuseUnknownOptions(options: object, known: readonly string[], prefix: string = ""): void {
  const unknown = Object.keys(options)
    .find((name) => !known.includes(name))
    ?.slice(0, LONGEST_NAME);
  if (unknown === undefined) {
    return;
  }
  const meant = suggest(unknown, known);
  const advice = meant === undefined ? `the options are ${known.join(", ")}` : `did you mean ${prefix}${meant}?`;
  throw new TypeError(`there is no option ${prefix}${unknown}; ${advice}`);
}

/** Returns the options without those that are null. */
export function dropNulls<Options extends object>(options: Options): Options {
  const fields = Object.entries(options);
  const given = fields.filter(([, value]) => value !== null);
  return given.length === fields.length ? options : (Object.fromEntries(given) as Options);
}
