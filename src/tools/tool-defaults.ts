// The argument defaults that an operator may override.
import { refuseUnknownOptions } from "../core/options.ts";
import { checkOption } from "../listing/check-options.ts";
import type { Argument } from "../tooling/argument.ts";
import { describeArgument, fitsArgument } from "../tooling/parse-arguments.ts";
import type { ToolDefaults } from "./tool-declaration.ts";
import { TOOLS } from "./tool-list.ts";

/** The arguments whose defaults may be set, by name. */
function settableArguments(): ReadonlyMap<string, Argument> {
  const declared = TOOLS.flatMap((tool) => Object.entries(tool.arguments));
  return new Map(declared.filter(([, { isSettable }]) => isSettable === true));
}

/** Throws a `TypeError` for a default that can't be set, or that has an invalid value. */
export function checkDefaults(defaults: ToolDefaults): void {
  const settable = settableArguments();
  refuseUnknownOptions(defaults, [...settable.keys()], "defaults.");
  for (const [name, value] of Object.entries(defaults)) {
    const argument = settable.get(name) as Argument;
    const isCount = argument.kind === "count";
    checkOption(`defaults.${name}`, value, {
      expected: isCount ? "a whole number from 1" : describeArgument(argument),
      fits: (given) => fitsArgument(given, argument) && !(isCount && given === 0),
    });
  }
}
