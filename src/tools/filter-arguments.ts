// The filters that all tools share: how they are declared, checked and completed, and which glob to try where they let nothing through.
import type { FilterSettings, GitignoreMode } from "../filters/root-filter.ts";
import { GlobError, GlobList } from "../filters/compile-globs.ts";
import { toRelative } from "../text/entry-label.ts";
import { isString, type ArgumentsFor } from "../tooling/argument.ts";
import { isArrayOf } from "../tooling/check-options.ts";
import { argumentError } from "../tooling/function-call-error.ts";
import type { Place } from "../opening/place.ts";

/** Which entries are shown, by their paths and by git's rules. */
export interface GlobOptions {
  /**
   * A glob or globs over relative paths: only what matches is listed. One without a slash matches at any depth. An empty string
   * or list counts as none.
   * @default none: everything
   */
  readonly include?: string | readonly string[] | undefined;
  /**
   * A glob or globs over relative paths: what matches is neither listed nor entered. An empty string or list counts as none.
   * @default none: nothing
   */
  readonly exclude?: string | readonly string[] | undefined;
  /**
   * What to do with entries that git ignores.
   * @default "collapse"; "off" for `listDirectory`, whose names have no marks, so that `collapse` leaves out ignored files there
   */
  readonly gitignore?: GitignoreMode | undefined;
}

/** Which entries are shown. */
export interface FilterOptions extends GlobOptions {
  /**
   * Whether names that begin with a dot are listed. If not, directories with such names are not entered either.
   * @default true
   */
  readonly hidden?: boolean | undefined;
}

/** The filter arguments that several tools share. */
export const FILTER_ARGUMENTS: ArgumentsFor<GlobOptions> = {
  include: {
    kind: "texts",
    defaultInWords: "all",
    placeholder: "glob",
    forModel: "Globs to show: *.ts, src/**.",
    forPeople: "show only what matches; may be repeated",
  },
  exclude: {
    kind: "texts",
    defaultInWords: "none",
    placeholder: "glob",
    short: "I",
    forModel: "Globs to skip.",
    forPeople: "leave out what matches; may be repeated",
  },
  gitignore: {
    kind: "choice",
    choices: ["off", "collapse", "omit"],
    default: "off",
    placeholder: "mode",
    forModel: "off shows git-ignored entries, collapse marks them, omit hides them.",
    forPeople: "git-ignored entries",
  },
};

/** The filters of tools that show a tree, where marks can say what is ignored. */
export const TREE_FILTER_ARGUMENTS: ArgumentsFor<FilterOptions> = {
  ...FILTER_ARGUMENTS,
  gitignore: { ...FILTER_ARGUMENTS.gitignore, default: "collapse", isSettable: true },
  hidden: {
    kind: "flag",
    default: true,
    isSettable: true,
    short: "a",
    forModel: "Show names that begin with a dot.",
    forPeople: "show dot names",
    forPeopleOff: "leave out dot names",
  },
};

/** The filters of a call, checked, with the defaults of the declared arguments filled in. Throws a `FunctionCallError`. */
export function toFilterSettings(options: FilterOptions, declared: ArgumentsFor<GlobOptions>): FilterSettings {
  return {
    include: compileField("include", options.include),
    exclude: compileField("exclude", options.exclude),
    gitignore: options.gitignore ?? declared.gitignore.default,
    hidden: options.hidden ?? TREE_FILTER_ARGUMENTS.hidden.default,
  };
}

function compileField(field: "include" | "exclude", value: FilterOptions["include"]): GlobList | undefined {
  const globs = toTexts(value);
  if (globs.length === 0) {
    return undefined;
  }
  try {
    return new GlobList(globs, field === "include" ? "smart" : "exact");
  } catch (error) {
    throw toGlobFailure(field, error);
  }
}

/** The filters with the directory of the call taken off the front of their globs: models also write a glob as an absolute path. */
export function toRelativeFilters(filters: FilterSettings, { path, settings }: Place): FilterSettings {
  const withoutRoot = (glob: string) => {
    const below = toRelative(glob, path, settings.fileSystem);
    // `/repo/.` is the root itself, which no glob matches.
    const isAbsolute = /[^./{},]/.test(below) && below.length < glob.replace(/^[\\/]+/, "").length;
    return isAbsolute ? `/${below}` : glob;
  };
  return { ...filters, include: filters.include?.map(withoutRoot), exclude: filters.exclude?.map(withoutRoot) };
}

/** The error for an argument with a glob that can't be used. Other errors stay as they are. */
export function toGlobFailure(argument: string, error: unknown): unknown {
  return error instanceof GlobError ? argumentError(argument, `: ${error.message}`, error) : error;
}

/** Whether a call gives `include`, so that it searches all levels. */
export function isSearch({ include }: FilterOptions): boolean {
  return toTexts(include).length > 0;
}

/** The glob to try where `include` has found nothing; undefined if there is none, or it is longer than a quarter of the answer. */
export function toGlobToTry({ include }: FilterSettings, maxBytes: number): string | undefined {
  const glob = include?.texts.map(widenGlob).find((wider) => wider !== undefined);
  return glob !== undefined && Buffer.byteLength(glob) <= maxBytes / 4 ? glob : undefined;
}

/** A name without wildcards and escapes, maybe with a `/` at its end. */
const WHOLE_NAME = /^[^*?[\]{}\\/]+(?=\/?$)/;

/** A glob that matches more: `*name*` for a plain name, or the same path at any depth. Undefined if there is none. */
function widenGlob(glob: string): string | undefined {
  if (WHOLE_NAME.test(glob)) {
    return glob.replace(WHOLE_NAME, "*$&*");
  }
  const path = glob.replace(/^(?:\.?\/)+/, "");
  const isPath = glob.slice(0, -1).includes("/") && path !== "";
  return isPath && !/^(?:\*\*|\.\.)(?:\/|$)/.test(path) ? `**/${path}` : undefined;
}

/** An argument that is a text or a list, as a list. Models also give empty texts for nothing, and a list as JSON text. */
export function toTexts(given: string | readonly string[] | undefined): readonly string[] {
  const texts = typeof given === "string" ? [given] : (given ?? []);
  return texts.flatMap(readListText).filter((text) => text !== "");
}

function readListText(text: string): readonly string[] {
  if (!/^\s*\[/.test(text)) {
    return [text];
  }
  try {
    const list: unknown = JSON.parse(text);
    return isArrayOf(list, isString) ? (list as readonly string[]) : [text];
  } catch {
    // A glob that begins with a class, such as `[ab]*`.
    return [text];
  }
}
