// The filter of a listing: deny rules, hidden names, `exclude`, `include` and git's rules, combined into one verdict on each entry.
import type { Entry } from "../core/entry.ts";
import {
  DOT_NAME,
  ENTERED_ONLY,
  HIDDEN,
  IGNORED,
  NOT_ENTERED,
  PASSED_BY,
  SHOWN,
  type DirectoryFilter,
  type Verdict,
} from "../core/filter.ts";
import type { GlobList } from "./compile-globs.ts";
import { Gitignore } from "./gitignore.ts";
import type { RuleFiles } from "./rule-files.ts";
import type { GlobSet } from "./glob-set.ts";

/** `off` reads no rules. `collapse` marks what is ignored and does not enter ignored directories. `omit` leaves it out. */
export type GitignoreMode = "off" | "collapse" | "omit";

/** Which entries a caller wants to see. */
export interface FilterSettings {
  readonly include?: GlobList | undefined;
  readonly exclude?: GlobList | undefined;
  /** Whether names that begin with a dot are shown. */
  readonly hidden: boolean;
  readonly gitignore: GitignoreMode;
  /**
   * Whether ignored files are left out even with `collapse`, because the listing has no marks.
   * @default false
   */
  readonly hidesIgnoredFiles?: boolean | undefined;
  /**
   * Whether everything below a directory that `include` matches is included, too.
   * @default false
   */
  readonly includesBelow?: boolean | undefined;
}

/** The filter of the listed directory. `denied`: what the operator denies in it. */
export function makeRootFilter(settings: FilterSettings, denied: GlobSet, files: RuleFiles): DirectoryFilter {
  return new ListingFilter(settings, {
    denied,
    exclude: settings.exclude?.set,
    include: settings.include?.set,
    gitignore: settings.gitignore === "off" ? undefined : Gitignore.atRoot(files),
  });
}

/** The filter of a directory in which the operator's rules hide something, and nothing else does. */
export function denyOnly(denied: GlobSet): DirectoryFilter {
  const settings: FilterSettings = { hidden: true, gitignore: "off" };
  const others = { exclude: undefined, include: undefined, gitignore: undefined };
  return new ListingFilter(settings, { denied, ...others });
}

/** The filters of one directory. Unused ones are undefined. */
interface Filters {
  readonly denied: GlobSet;
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
    return this.#filters.gitignore?.readRules(mayHave);
  }

  judge(entry: Entry): Verdict | undefined {
    const verdict = this.#judge(entry);
    if (verdict !== undefined && this.#filters.include !== undefined && this.#settings.includesBelow !== true) {
      this.#settings.include?.note(this.#filters.include, entry, verdict);
    }
    return verdict;
  }

  #judge({ name, kind }: Entry): Verdict | undefined {
    const { denied, exclude, gitignore } = this.#filters;
    const isDirectory = kind === "directory";
    if (denied.matches(name, isDirectory)) {
      return undefined;
    }
    if (exclude?.matches(name, isDirectory) === true) {
      return HIDDEN;
    }
    const verdict = this.#judgeByInclude(name, isDirectory);
    if (!this.#settings.hidden && name.startsWith(".")) {
      const isLeftOut = gitignore?.ignores(name, isDirectory) === true && this.#settings.gitignore === "omit";
      return verdict.isShown && !isLeftOut ? DOT_NAME : HIDDEN;
    }
    if ((!verdict.isShown && !verdict.isEntered) || gitignore?.ignores(name, isDirectory) !== true) {
      return verdict;
    }
    const { gitignore: mode, hidesIgnoredFiles } = this.#settings;
    if (mode === "collapse" && verdict.isShown && (isDirectory || hidesIgnoredFiles !== true)) {
      return IGNORED;
    }
    return isDirectory && verdict.isEntered ? PASSED_BY : HIDDEN;
  }

  #judgeByInclude(name: string, isDirectory: boolean): Verdict {
    const { include } = this.#filters;
    if (include === undefined) {
      return SHOWN;
    }
    const isMatch = include.matches(name, isDirectory);
    if (!isDirectory || (isMatch && this.#settings.includesBelow === true)) {
      return isMatch ? SHOWN : HIDDEN;
    }
    if (include.canMatchBelow(name)) {
      return isMatch ? SHOWN : ENTERED_ONLY;
    }
    return isMatch ? NOT_ENTERED : HIDDEN;
  }

  enter(name: string): DirectoryFilter {
    const { denied, exclude, include, gitignore } = this.#filters;
    const isBelowMatch = this.#settings.includesBelow === true && include?.matches(name, true) === true;
    return new ListingFilter(this.#settings, {
      denied: denied.enter(name),
      exclude: exclude?.enter(name),
      include: isBelowMatch ? undefined : include?.enter(name),
      gitignore: gitignore?.enter(name),
    });
  }
}
