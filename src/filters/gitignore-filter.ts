// What git ignores, while a walk goes down: which ignore files apply in a directory, and which of their rules decides.
import { toByteString, type ByteString } from "../core/byte-string.ts";
import type { Entry } from "../core/entry.ts";
import type { FileSystem } from "../core/file-system.ts";
import type { DirectoryFilter, Verdict } from "../core/filter.ts";
import { findRepository, repositoryAt, toPlainPath, type Repository } from "./find-repository.ts";
import { excludesFile, userExcludesSetting, type GitEnvironment } from "./git-excludes-file.ts";
import { MAX_IGNORE_FILE_BYTES, readIgnoreRules, type IgnoreRule } from "./ignore-rules.ts";
import { ANY_DEPTH, enterPattern, startPattern, type NameTest, type PatternState } from "./path-pattern.ts";

export interface GitignoreSettings {
  readonly fileSystem: FileSystem;
  /** The root of the listing, absolute. */
  readonly root: ByteString;
  /** `collapse`: an ignored directory is shown as such and not entered. `omit`: it is left out, as ignored files are. */
  readonly mode: "collapse" | "omit";
  readonly environment: GitEnvironment;
}

/** A rule and how far the directory's path fits its pattern. */
interface PlacedRule {
  readonly rule: IgnoreRule;
  readonly state: PatternState;
}

/** A rule where nothing but a name is left to fit. */
interface RuleForNames {
  readonly fits: NameTest;
  readonly directoriesOnly: boolean;
  readonly negated: boolean;
}

/** The rules of one file that can match in a directory or below it. */
interface Layer {
  readonly rules: readonly PlacedRule[];
  /** Those that can match in the directory itself, the last first: a huge directory asks them a million times. */
  readonly here: readonly RuleForNames[];
  /** Every rule matches by names alone from here on: the layer is the same in all directories below. */
  readonly isSettled: boolean;
}

/** The filter of the listing's root. It reads the ignore files of the root, of the directories above it, and git's own. */
export async function gitignoreFilter(settings: GitignoreSettings): Promise<DirectoryFilter> {
  const { fileSystem, mode } = settings;
  const root = toPlainPath(settings.root);
  const files = new IgnoreFiles(fileSystem, settings.environment);
  const repository = await findRepository(fileSystem, root);
  if (repository === undefined) {
    return new GitignoreFilter(files, mode, root, await files.topLayers(root, undefined));
  }
  let filter = new GitignoreFilter(files, mode, repository.top, await files.topLayers(repository.top, repository));
  const names = root.slice(repository.top.length).split("/").slice(1) as ByteString[];
  for (const name of names) {
    if (filter.judge({ name, kind: "directory" }) !== "show") {
      // The root is listed all the same, and what ignores it would leave nothing to list.
      return new GitignoreFilter(files, mode, root, await files.addLayer([], root));
    }
    filter = await filter.enterPlain(name);
  }
  return filter;
}

class GitignoreFilter implements DirectoryFilter {
  readonly showsOrHides: boolean;
  readonly #files: IgnoreFiles;
  readonly #mode: GitignoreSettings["mode"];
  readonly #directory: ByteString;
  /** Those that come first win. */
  readonly #layers: readonly Layer[];

  constructor(files: IgnoreFiles, mode: GitignoreSettings["mode"], directory: ByteString, layers: readonly Layer[]) {
    this.#files = files;
    this.#mode = mode;
    this.showsOrHides = mode === "omit";
    this.#directory = directory;
    this.#layers = layers;
  }

  judge({ name, kind }: Entry): Verdict {
    const isDirectory = kind === "directory";
    if (name !== ".git" && !isIgnored(this.#layers, name, isDirectory)) {
      return "show";
    }
    return isDirectory && this.#mode === "collapse" ? "ignore" : "hide";
  }

  async enter(name: ByteString, signal: AbortSignal | undefined): Promise<DirectoryFilter> {
    signal?.throwIfAborted();
    const directory = `${this.#directory}/${name}` as ByteString;
    const repository = await this.#files.repositoryAt(directory);
    return repository === undefined
      ? this.enterPlain(name)
      : new GitignoreFilter(this.#files, this.#mode, directory, await this.#files.topLayers(directory, repository));
  }

  /** The filter of a directory that is known to be in the same repository. */
  async enterPlain(name: ByteString): Promise<GitignoreFilter> {
    const directory = `${this.#directory}/${name}` as ByteString;
    const layers = await this.#files.addLayer(enterLayers(this.#layers, name), directory);
    return new GitignoreFilter(this.#files, this.#mode, directory, layers);
  }
}

/** Reads ignore files during one listing. */
class IgnoreFiles {
  readonly #fileSystem: FileSystem;
  readonly #environment: GitEnvironment;
  /** The user's own files are read once, however many repositories a listing meets. */
  #userSetting: Promise<string | undefined> | undefined;
  readonly #userRules = new Map<ByteString, Promise<readonly IgnoreRule[]>>();

  constructor(fileSystem: FileSystem, environment: GitEnvironment) {
    this.#fileSystem = fileSystem;
    this.#environment = environment;
  }

  repositoryAt(directory: ByteString): Promise<Repository | undefined> {
    return repositoryAt(this.#fileSystem, directory);
  }

  /** The layers of the top of a repository, or of the listing's root outside of any. */
  async topLayers(directory: ByteString, repository: Repository | undefined): Promise<readonly Layer[]> {
    this.#userSetting ??= userExcludesSetting(this.#fileSystem, this.#environment);
    const userFile = await excludesFile(this.#fileSystem, this.#environment, await this.#userSetting, repository);
    const ofUser = userFile === undefined ? [] : await this.#readUserRules(userFile);
    const ofRepository = repository === undefined ? [] : await this.#read(`${repository.commonDirectory}/info/exclude`);
    return this.addLayer([ofRepository, ofUser].flatMap(startLayer), directory);
  }

  /** These layers below that of the directory's own file, if it has one. */
  async addLayer(layers: readonly Layer[], directory: ByteString): Promise<readonly Layer[]> {
    const [own] = startLayer(await this.#read(`${directory}/.gitignore`));
    return own === undefined ? layers : [own, ...layers];
  }

  #readUserRules(path: ByteString): Promise<readonly IgnoreRule[]> {
    const rules = this.#userRules.get(path) ?? this.#read(path);
    this.#userRules.set(path, rules);
    return rules;
  }

  async #read(path: string): Promise<readonly IgnoreRule[]> {
    const bytes = await this.#fileSystem.readFile?.(path as ByteString, { maxBytes: MAX_IGNORE_FILE_BYTES });
    return bytes === undefined ? [] : readIgnoreRules(toByteString(bytes));
  }
}

/** The last matching rule of the first layer that has one decides. */
function isIgnored(layers: readonly Layer[], name: ByteString, isDirectory: boolean): boolean {
  for (const { here } of layers) {
    for (const { fits, directoriesOnly, negated } of here) {
      if ((isDirectory || !directoriesOnly) && fits(name)) {
        return !negated;
      }
    }
  }
  return false;
}

/** The layer of a file in the directory that it stands for; none where it has no rules. */
function startLayer(rules: readonly IgnoreRule[]): Layer[] {
  return toLayer(rules.map((rule) => ({ rule, state: startPattern(rule.pattern) })));
}

function enterLayers(layers: readonly Layer[], name: ByteString): readonly Layer[] {
  if (layers.every(({ isSettled }) => isSettled)) {
    return layers;
  }
  return layers.flatMap((layer) => (layer.isSettled ? layer : enterLayer(layer, name)));
}

function enterLayer({ rules }: Layer, name: ByteString): Layer[] {
  const below: PlacedRule[] = [];
  for (const placed of rules) {
    const state = isForNamesBelow(placed) ? placed.state : enterPattern(placed.rule.pattern, placed.state, name);
    if (state.length > 0) {
      below.push(state === placed.state ? placed : { rule: placed.rule, state });
    }
  }
  return toLayer(below);
}

function toLayer(rules: readonly PlacedRule[]): Layer[] {
  return rules.length === 0
    ? []
    : [{ rules, here: rules.flatMap(forNames).toReversed(), isSettled: rules.every(isForNamesBelow) }];
}

function forNames({ rule: { pattern, negated }, state }: PlacedRule): RuleForNames[] {
  const { parts, directoriesOnly } = pattern;
  const fits = parts.at(-1);
  const isNext = state.includes(parts.length - 1);
  return isNext && typeof fits === "function" ? [{ fits, directoriesOnly, negated }] : [];
}

/** Whether nothing but a name is left to fit in all directories below, too. */
function isForNamesBelow({ rule, state }: PlacedRule): boolean {
  const { parts } = rule.pattern;
  return parts.at(-2) === ANY_DEPTH && state.includes(parts.length - 2);
}
