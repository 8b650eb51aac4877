// The argument defaults that an operator may override.
import { checkOption } from "../listing/check-options.ts";
import type { GitignoreMode } from "../listing/listing-filter.ts";
import type { Argument } from "../tooling/argument.ts";
import { describeArgument, fitsArgument } from "../tooling/parse-arguments.ts";
import { TOOLS } from "./tool-list.ts";

/** Defaults for `list_dir` arguments that a call leaves out. The tool's description tells the model these values. */
export interface ToolDefaults {
  /**
   * How many levels to list. Does not apply to calls with `include`.
   * @default 2
   */
  readonly depth?: number | undefined;
  /**
   * The largest number of entries.
   * @default 25
   */
  readonly limit?: number | undefined;
  /**
   * What to do with entries that git ignores.
   * @default "off"
   */
  readonly gitignore?: GitignoreMode | undefined;
  /**
   * Whether to list names that begin with a dot.
   * @default true
   */
  readonly hidden?: boolean | undefined;
}

/** The arguments whose defaults can be set, by name. */
export function settableArguments(): ReadonlyMap<string, Argument> {
  const declared = TOOLS.flatMap((tool) => Object.entries(tool.arguments));
  return new Map(declared.filter(([, { isSettable }]) => isSettable === true));
}

/** Throws a `TypeError` for a default that can't be set, or that has an invalid value. */
export function checkDefaults(defaults: ToolDefaults): void {
  const settable = settableArguments();
  for (const [name, value] of Object.entries(defaults)) {
    const argument = settable.get(name);
    if (argument === undefined) {
      throw new TypeError(`defaults has ${[...settable.keys()].join(", ")}, not '${name}'`);
    }
    const isCount = argument.kind === "count";
    checkOption(`defaults.${name}`, value, {
      expected: isCount ? "a whole number from 1" : describeArgument(argument),
      fits: (given) => fitsArgument(given, argument) && !(isCount && given === 0),
    });
  }
}
