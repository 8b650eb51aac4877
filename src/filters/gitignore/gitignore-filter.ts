// Filters what git ignores as a walk descends: which ignore files apply in a directory, and which of their rules decides.
import { inOnePiece, type ByteString } from "../../core/byte-string.ts";
import type { Entry } from "../../core/entry.ts";
import type { DirectoryFilter } from "../../core/filter.ts";
import { findRepository, repositoryAt, type Repository } from "./find-repository.ts";
import type { GitEnvironment } from "./git-settings.ts";
import { costOf, enterRules, IgnoreFiles, ignoringAll, isIgnored, type DirectoryRules } from "./ignore-layers.ts";
import { toLowerCase } from "./ignore-rules.ts";
import { rememberedRules, normalPath, RuleFiles, type RuleFileSettings } from "./rule-files.ts";
import { TrackedFiles } from "./tracked-files.ts";
import type { TrackedNames } from "./tracked-paths.ts";

export interface GitignoreSettings extends RuleFileSettings {
  /** The root of the listing, absolute. */
  readonly root: ByteString;
  /**
   * All entries of the root: a rule file that is not among them is not looked for.
   * @default not known
   */
  readonly entries?: readonly Entry[] | undefined;
  /** `collapse`: what is ignored is shown and marked, and an ignored directory is not entered. `omit`: it is left out. */
  readonly mode: "collapse" | "omit";
  /**
   * Whether ignored files are left out in mode `collapse`, too.
   * @default false
   */
  readonly hidesFiles?: boolean | undefined;
  /**
   * Whether the listing is a search, which says if it passed ignored directories by.
   * @default false
   */
  readonly isSearch?: boolean | undefined;
  readonly environment: GitEnvironment;
}

/** The filter of the listing's root. It reads the ignore files of the root and the directories above it, and git's own. */
export async function gitignoreFilter(settings: GitignoreSettings): Promise<DirectoryFilter> {
  const { entries, mode, hidesFiles = false, isSearch = false, environment } = settings;
  const root = normalPath(settings.root);
  const { home = "", xdgConfigHome = "" } = environment;
  const key = [root, mayHold(entries, ".git"), mayHold(entries, ".gitignore"), home, xdgConfigHome].join("\0");
  const ignoreFiles = new IgnoreFiles(environment);
  const found = await rememberedRules(key, settings, (files) => rootRules({ files, ignoreFiles }, root, entries));
  const hides = { directories: mode === "omit", others: mode === "omit" || hidesFiles };
  const files = new RuleFiles(settings);
  const listing: Listing = { hides, isSearch, files, ignoreFiles, tracked: new TrackedFiles(files) };
  const rules = found.isIgnored ? await judgeIgnoredRoot(listing, root, found) : found;
  return filterOf(listing, root, rules, entries);
}

/**
 * A root that is ignored is listed all the same. If git tracks something in it, it is as if the listing had entered it from above; if
 * not, the rules that ignore it would leave nothing to list.
 */
async function judgeIgnoredRoot(
  { tracked }: Listing,
  root: ByteString,
  rules: DirectoryRules,
): Promise<DirectoryRules> {
  const { index } = rules;
  const isTracked = index !== undefined && (await tracked.of(index)).isAnyIn(pathBelow(index.top, root));
  return isTracked ? ignoringAll(rules) : { ...rules, isIgnored: false };
}

/** The path of a directory below the top of its repository, or of the top itself. */
function pathBelow(top: ByteString, directory: ByteString): ByteString {
  return directory.slice(top.length + 1) as ByteString;
}

/** Up to this many steps we test all names of a directory to find out whether what git tracks matters there: a few milliseconds. */
const MOST_STEPS = 500_000;

/**
 * The filter of a directory with these rules. Finds out what git tracks only if a rule matches something in the directory: for most
 * there is nothing to wait for, and waiting for each would cost a walk 5 %.
 */
function filterOf(
  listing: Listing,
  directory: ByteString,
  rules: DirectoryRules,
  entries: readonly Entry[] | undefined,
): Promise<DirectoryFilter> | DirectoryFilter {
  const { index, layers } = rules;
  const mayMatch = rules.isIgnored || layers.length > 0;
  const isKnown = entries !== undefined && entries.length * costOf(layers) <= MOST_STEPS;
  const isMatched = ({ name, kind }: Entry) => isIgnored(rules, name, kind === "directory") && !isGit(name, rules);
  const ignoresSome = mayMatch && !(isKnown && !entries.some(isMatched));
  if (index === undefined || !ignoresSome) {
    return toFilter(listing, directory, rules, { ignoresSome });
  }
  return listing.tracked.of(index).then((paths) => {
    const tracked = paths.in(pathBelow(index.top, directory));
    return toFilter(listing, directory, rules, { ignoresSome, tracked });
  });
}

/** The rules of the listing's root. */
async function rootRules(
  sources: RuleSources,
  root: ByteString,
  entries: readonly Entry[] | undefined,
): Promise<DirectoryRules> {
  const isTop = entries && mayHold(entries, ".git");
  const repository = await findRepository(sources.files, root, isTop);
  let directory = repository?.top ?? root;
  let rules = await topRules(sources, directory, repository, directory === root ? entries : undefined);
  for (const name of root.slice(directory.length).split("/").slice(1) as ByteString[]) {
    if (isGit(name, rules) || isIgnored(rules, name, true)) {
      return addOwnLayer(sources, ignoringAll(rules), root, entries);
    }
    directory = inOnePiece(`${directory}/${name}` as ByteString);
    const own = directory === root ? entries : undefined;
    rules = await addOwnLayer(sources, enterRules(rules, name), directory, own);
  }
  return rules;
}

/** The rules of the top of a repository, or of the listing's root if it is not in one. */
async function topRules(
  sources: RuleSources,
  directory: ByteString,
  repository: Repository | undefined,
  entries: readonly Entry[] | undefined,
): Promise<DirectoryRules> {
  return addOwnLayer(sources, await sources.ignoreFiles.topRules(sources.files, repository), directory, entries);
}

/** Puts the layer of a directory's own file, if it has one, before these. */
async function addOwnLayer(
  sources: RuleSources,
  rules: DirectoryRules,
  directory: ByteString,
  entries: readonly Entry[] | undefined,
): Promise<DirectoryRules> {
  const { files, ignoreFiles } = sources;
  return mayHold(entries, ".gitignore") ? ignoreFiles.addOwnLayer(files, rules, directory) : rules;
}

/** Whether a name is that of the directory in which git keeps its data. */
function isGit(name: ByteString, { ignoresCase }: DirectoryRules): boolean {
  return name === ".git" || (ignoresCase && name.length === 4 && toLowerCase(name) === ".git");
}

/** What reads the rules, and what is known of them by now. */
interface RuleSources {
  readonly files: RuleFiles;
  readonly ignoreFiles: IgnoreFiles;
}

/** What all directories of a listing share. */
interface Listing extends RuleSources {
  /** Which ignored entries are left out. */
  readonly hides: { readonly directories: boolean; readonly others: boolean };
  readonly isSearch: boolean;
  readonly tracked: TrackedFiles;
}

/** What is known about the entries of a directory. */
interface KnownEntries {
  /** Whether a rule matches any of them, or may. */
  readonly ignoresSome: boolean;
  /** Which of them git tracks, if that matters. */
  readonly tracked?: TrackedNames;
}

function toFilter(
  listing: Listing,
  directory: ByteString,
  rules: DirectoryRules,
  { ignoresSome, tracked }: KnownEntries,
): DirectoryFilter {
  const { hides, isSearch, files } = listing;
  const filter: DirectoryFilter = {
    cost: costOf(rules.layers),
    passesBy: isSearch,
    showsAll: !isSearch && !hides.directories && !hides.others,
    judge({ name, kind }) {
      const isDirectory = kind === "directory";
      const isMatched = ignoresSome && isIgnored(rules, name, isDirectory) && tracked?.has(name, isDirectory) !== true;
      if (!isMatched && !isGit(name, rules)) {
        return "show";
      }
      if (isDirectory ? hides.directories : hides.others) {
        return "hide";
      }
      return isDirectory && isSearch ? "pass" : "ignore";
    },
    enter(name, signal, entries) {
      signal?.throwIfAborted();
      if (!files.areThere) {
        // A store: what holds in one of its directories holds in all.
        return filter;
      }
      const isEnteredIgnored = tracked !== undefined && isIgnored(rules, name, true);
      const entered = isEnteredIgnored ? ignoringAll(rules) : enterRules(rules, name);
      // What is kept shares its parts with the paths above: in one piece, those of a deep cursor would take megabytes.
      const below = `${directory}/${name}` as ByteString;
      return mayHold(entries, ".git") || mayHold(entries, ".gitignore")
        ? enterAndRead(listing, below, entered, entries)
        : filterOf(listing, below, entered, entries);
    },
  };
  return filter;
}

/** The filter of a directory with files to read: it may be the top of another repository, too. */
async function enterAndRead(
  listing: Listing,
  directory: ByteString,
  entered: DirectoryRules,
  entries: readonly Entry[] | undefined,
): Promise<DirectoryFilter> {
  const path = entries === undefined ? inOnePiece(directory) : directory;
  const repository = mayHold(entries, ".git")
    ? await repositoryAt(listing.files, path, entries !== undefined)
    : undefined;
  if (repository !== undefined) {
    return filterOf(listing, directory, await topRules(listing, path, repository, entries), entries);
  }
  // Nothing in an ignored directory can be re-included.
  const rules = entered.isIgnored ? entered : await addOwnLayer(listing, entered, path, entries);
  return filterOf(listing, directory, rules, entries);
}

/** Whether a directory with these entries, if they are known, may hold a file. Some disks find it by another spelling, too. */
function mayHold(entries: readonly Entry[] | undefined, file: string): boolean {
  return entries?.some(({ name }) => name.length === file.length && name.toLowerCase() === file) !== false;
}
