// The filter arguments that several tools share.
import type { FilterOptions } from "../listing/listing-filter.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";

export const FILTER_ARGUMENTS: ArgumentsFor<Omit<FilterOptions, "hidden">> = {
  include: {
    kind: "texts",
    defaultInWords: "all",
    mayBeEmpty: true,
    placeholder: "glob",
    forModel: "Globs to keep: *.ts or src/**.",
    forPeople: "only what matches; may be repeated",
  },
  exclude: {
    kind: "texts",
    defaultInWords: "none",
    mayBeEmpty: true,
    placeholder: "glob",
    short: "I",
    forModel: "Globs to skip.",
    forPeople: "leave out what matches; may be repeated",
  },
  gitignore: {
    kind: "choice",
    choices: ["off", "collapse", "omit"],
    default: "off",
    mayBeEmpty: true,
    placeholder: "mode",
    forModel: "Git-ignored: show, mark or omit.",
    forPeople: "what git ignores",
  },
};
