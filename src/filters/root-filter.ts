// The filter of a listing: deny rules, hidden names, `exclude`, `include` and git's rules, combined into one verdict on each entry.
import type { Entry } from "../core/entry.ts";
import { isEntered, isShown, type DirectoryFilter, type Verdict } from "../core/filter.ts";
import { compileGlobs } from "./compile-globs.ts";
import { Gitignore } from "./gitignore.ts";
import type { RuleFiles } from "./git-files.ts";
import type { GlobSet } from "./glob-set.ts";

/** Which entries a caller wants to see. */
export interface FilterSettings {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** Whether names that begin with a dot are shown. */
  readonly hidden: boolean;
  /** What git ignores is listed as usual, marked and not entered, or left out. */
  readonly gitignore: "off" | "collapse" | "omit";
  /**
   * Whether ignored files are left out even with `collapse`, because the listing has no marks.
   * @default false
   */
  readonly hidesIgnoredFiles?: boolean | undefined;
  /** Whether everything below a directory that `include` matches is included, too. */
  readonly includesBelow: boolean;
}

/** The filter of the listed directory. `path` is its real path. Throws a `GlobError` for globs that can't be used. */
export function makeRootFilter(
  settings: FilterSettings,
  path: string,
  denied: DirectoryFilter,
  files: RuleFiles,
): DirectoryFilter {
  const { include = [], exclude = [], gitignore } = settings;
  return new ListingFilter(settings, {
    denied,
    exclude: exclude.length === 0 ? undefined : compileGlobs(exclude, "exact"),
    include: include.length === 0 ? undefined : compileGlobs(include, "smart"),
    gitignore: gitignore === "off" ? undefined : Gitignore.atRoot(files, path),
  });
}

/** The filters of one directory. Unused ones are undefined. */
interface Filters {
  readonly denied: DirectoryFilter;
  readonly exclude: GlobSet | undefined;
  readonly include: GlobSet | undefined;
  readonly gitignore: Gitignore | undefined;
}

class ListingFilter implements DirectoryFilter {
  readonly #settings: FilterSettings;
  readonly #filters: Filters;

  constructor(settings: FilterSettings, filters: Filters) {
    this.#settings = settings;
    this.#filters = filters;
  }

  readRules(mayHave: (name: string) => boolean): Promise<void> | undefined {
    const { denied, gitignore } = this.#filters;
    // A rule file may be denied by the path that the caller gave and not by its real path. Both count.
    return gitignore?.readRules((name) => denied.judge({ name, kind: "file" }) !== "denied" && mayHave(name));
  }

  judge(entry: Entry): Verdict {
    const { denied, exclude, gitignore } = this.#filters;
    const { name } = entry;
    const isDirectory = entry.kind === "directory";
    if (denied.judge(entry) === "denied") {
      return "denied";
    }
    if ((!this.#settings.hidden && name.startsWith(".")) || exclude?.matches(name, isDirectory) === true) {
      return "hidden";
    }
    const verdict = this.#judgeByInclude(name, isDirectory);
    if (verdict === "hidden" || gitignore?.ignores(name, isDirectory) !== true) {
      return verdict;
    }
    const { gitignore: mode, hidesIgnoredFiles } = this.#settings;
    if (mode === "collapse" && isShown(verdict) && (isDirectory || hidesIgnoredFiles !== true)) {
      return "ignored";
    }
    return isDirectory && isEntered(verdict) ? "skipped" : "hidden";
  }

  #judgeByInclude(name: string, isDirectory: boolean): Verdict {
    const { include } = this.#filters;
    if (include === undefined) {
      return "show";
    }
    const isMatch = include.matches(name, isDirectory);
    if (!isDirectory || (isMatch && this.#settings.includesBelow)) {
      return isMatch ? "show" : "hidden";
    }
    if (include.canMatchBelow(name)) {
      return isMatch ? "show" : "enter";
    }
    return isMatch ? "closed" : "hidden";
  }

  enter(name: string): DirectoryFilter {
    const { denied, exclude, include, gitignore } = this.#filters;
    const isBelowMatch = this.#settings.includesBelow && include?.matches(name, true) === true;
    return new ListingFilter(this.#settings, {
      denied: denied.enter(name),
      exclude: exclude?.enter(name),
      include: isBelowMatch ? undefined : include?.enter(name),
      gitignore: gitignore?.enter(name),
    });
  }
}

/** A name without wildcards and escapes, maybe with a `/` at its end. */
const WHOLE_NAME = /^[^*?[\]{}\\/]+(?=\/?$)/;

/** A glob to suggest when `include` matched nothing: `*name*` for a plain name, or the same path at any depth. */
export function includeHint(globs: readonly string[]): string | undefined {
  for (const glob of globs) {
    const path = glob.replace(/^(?:\.?\/)+/, "");
    if (WHOLE_NAME.test(glob)) {
      return glob.replace(WHOLE_NAME, "*$&*");
    }
    if (glob.slice(0, -1).includes("/") && path !== "" && !/^(?:\*\*|\.\.)(?:\/|$)/.test(path)) {
      return `**/${path}`;
    }
  }
  return undefined;
}
