// Filters what git ignores as a walk descends: which ignore files apply in a directory, and which of their rules decides.
import { inOnePiece, type ByteString } from "../../core/byte-string.ts";
import type { Entry } from "../../core/entry.ts";
import type { FileSystem } from "../../core/file-system.ts";
import type { DirectoryFilter, Verdict } from "../../core/filter.ts";
import type { Pace } from "../../core/pace.ts";
import { whenKnown } from "../../core/when-known.ts";
import { findRepository, repositoryAt, type Repository } from "./find-repository.ts";
import type { GitEnvironment } from "./git-environment.ts";
import { IgnoreFiles } from "./ignore-files.ts";
import { costOf, enterRules, isIgnored, toLowerCase, type DirectoryRules } from "./ignore-layers.ts";
import { toPlainPath } from "../plain-path.ts";
import { rememberedLayers } from "./remembered-layers.ts";
import { RuleFiles, type RuleFileBounds } from "./rule-files.ts";

export interface GitignoreSettings {
  readonly fileSystem: FileSystem;
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
  /** The listing's bounds. If undefined, rules are read wherever git keeps them. */
  readonly bounds: RuleFileBounds | undefined;
  /** @default AT_ANY_PACE */
  readonly pacing?: Pace | undefined;
}

/** The filter of the listing's root. It reads the ignore files of the root and the directories above it, and git's own. */
export async function gitignoreFilter(settings: GitignoreSettings): Promise<DirectoryFilter> {
  const { fileSystem, entries, mode, hidesFiles = false, isSearch = false } = settings;
  const root = toPlainPath(settings.root);
  const files = new RuleFiles(fileSystem, settings.bounds, settings.pacing);
  const ignoreFiles = new IgnoreFiles(files, settings.environment);
  const hides = { directories: mode === "omit", others: mode === "omit" || hidesFiles };
  const listing: Listing = { hides, isSearch, files, ignoreFiles };
  const { home = "", xdgConfigHome = "" } = settings.environment;
  const key = [root, mayHold(entries, ".git"), mayHold(entries, ".gitignore"), home, xdgConfigHome].join("\0");
  const rules = await rememberedLayers(key, files, () => rootRules(listing, root, entries));
  return new GitignoreFilter(listing, root, rules);
}

/** The rules of the listing's root. */
async function rootRules(
  listing: Listing,
  root: ByteString,
  entries: readonly Entry[] | undefined,
): Promise<DirectoryRules> {
  const isTop = entries && mayHold(entries, ".git");
  const repository = await findRepository(listing.files, root, isTop);
  let directory = repository?.top ?? root;
  let rules = await topRules(listing, directory, repository, directory === root ? entries : undefined);
  for (const name of root.slice(directory.length).split("/").slice(1) as ByteString[]) {
    if (isGit(name, rules) || isIgnored(rules.layers, name, true)) {
      // The root is listed even if it is ignored, and the rules that ignore it would leave nothing to list.
      return addOwnLayer(listing, { ...rules, layers: [] }, root, entries);
    }
    directory = inOnePiece(`${directory}/${name}` as ByteString);
    const own = directory === root ? entries : undefined;
    rules = await addOwnLayer(listing, enterRules(rules, name), directory, own);
  }
  return rules;
}

/** The rules of the top of a repository, or of the listing's root if it is not in one. */
async function topRules(
  listing: Listing,
  directory: ByteString,
  repository: Repository | undefined,
  entries: readonly Entry[] | undefined,
): Promise<DirectoryRules> {
  return addOwnLayer(listing, await listing.ignoreFiles.topRules(repository), directory, entries);
}

/** Puts the layer of a directory's own file, if it has one, before these. */
function addOwnLayer(
  { ignoreFiles }: Listing,
  rules: DirectoryRules,
  directory: ByteString,
  entries: readonly Entry[] | undefined,
): Promise<DirectoryRules> | DirectoryRules {
  return mayHold(entries, ".gitignore") ? ignoreFiles.addLayer(rules, directory) : rules;
}

/** Whether a name is that of the directory in which git keeps its data. */
function isGit(name: ByteString, { foldsCase }: DirectoryRules): boolean {
  return name === ".git" || (foldsCase && name.length === 4 && toLowerCase(name) === ".git");
}

/** What all directories of a listing share. */
interface Listing {
  /** Which ignored entries are left out. */
  readonly hides: { readonly directories: boolean; readonly others: boolean };
  readonly isSearch: boolean;
  readonly files: RuleFiles;
  readonly ignoreFiles: IgnoreFiles;
}

class GitignoreFilter implements DirectoryFilter {
  readonly cost: number;
  readonly passesBy: boolean;
  readonly showsAll: boolean;
  readonly #listing: Listing;
  readonly #directory: ByteString;
  readonly #rules: DirectoryRules;

  constructor(listing: Listing, directory: ByteString, rules: DirectoryRules) {
    this.#listing = listing;
    this.cost = costOf(rules.layers);
    this.passesBy = listing.isSearch;
    this.showsAll = !listing.isSearch && !listing.hides.directories && !listing.hides.others;
    this.#directory = directory;
    this.#rules = rules;
  }

  judge({ name, kind }: Entry): Verdict {
    const isDirectory = kind === "directory";
    if (!isGit(name, this.#rules) && !isIgnored(this.#rules.layers, name, isDirectory)) {
      return "show";
    }
    const { hides, isSearch } = this.#listing;
    if (isDirectory ? hides.directories : hides.others) {
      return "hide";
    }
    return isDirectory && isSearch ? "pass" : "ignore";
  }

  enter(
    name: ByteString,
    signal: AbortSignal | undefined,
    entries?: readonly Entry[],
  ): Promise<DirectoryFilter> | DirectoryFilter {
    signal?.throwIfAborted();
    if (!this.#listing.files.areThere) {
      // A store: what holds in one of its directories holds in all.
      return this;
    }
    // What is kept shares its parts with the paths above: in one piece, those of a deep cursor would take megabytes.
    const kept = `${this.#directory}/${name}` as ByteString;
    const directory = entries === undefined ? inOnePiece(kept) : kept;
    // Most directories have nothing to read, and of the others most a file that is known: there is nothing to wait for.
    const rules = mayHold(entries, ".git")
      ? this.#enterRepository(name, directory, entries)
      : addOwnLayer(this.#listing, enterRules(this.#rules, name), directory, entries);
    return whenKnown(rules, (known) => new GitignoreFilter(this.#listing, kept, known));
  }

  /** The rules of a directory that may be the top of another repository. */
  async #enterRepository(
    name: ByteString,
    directory: ByteString,
    entries: readonly Entry[] | undefined,
  ): Promise<DirectoryRules> {
    const repository = await repositoryAt(this.#listing.files, directory, entries !== undefined);
    return repository === undefined
      ? addOwnLayer(this.#listing, enterRules(this.#rules, name), directory, entries)
      : topRules(this.#listing, directory, repository, entries);
  }
}

/** Whether a directory with these entries, if they are known, may hold a file. Some disks find it by another spelling, too. */
function mayHold(entries: readonly Entry[] | undefined, file: string): boolean {
  return entries?.some(({ name }) => name.length === file.length && name.toLowerCase() === file) !== false;
}
