// Options from callers without a type checker: unknown names are refused.
import { suggest } from "./suggest.ts";

/** How much of an unknown name is compared with known ones and quoted in the message. */
const MAX_NAME_LENGTH = 80;

/** An option that can't be used. A `TypeError` of another class may be a bug. */
export class OptionError extends TypeError {
  get code(): "invalid_option" {
    return "invalid_option";
  }
}

/**
 * Throws an `OptionError` for the first unknown option: silently ignoring a misspelt `roots` would open the whole disk. The message puts
 * `prefix`, such as "defaults.", before its name.
 */
export function checkOptionNames(options: object, known: readonly string[], prefix: string = ""): void {
  const unknown = Object.keys(options)
    .find((name) => !known.includes(name))
    ?.slice(0, MAX_NAME_LENGTH);
  if (unknown === undefined) {
    return;
  }
  const suggestion = suggest(unknown, known);
  const advice =
    suggestion === undefined ? `the options are ${known.join(", ")}` : `did you mean ${prefix}${suggestion}?`;
  throw new OptionError(`there is no option ${prefix}${unknown}; ${advice}`);
}
