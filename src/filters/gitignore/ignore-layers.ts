// The ignore files that apply in a directory, one layer of rules for each, and which rule decides about an entry.
import { toByteString, type ByteString } from "../../core/byte-string.ts";
import { isDead, type PatternState } from "../pattern-set.ts";
import type { Repository } from "./find-repository.ts";
import {
  excludesFile,
  repositorySettings,
  userSettings,
  type ExcludesFile,
  type GitEnvironment,
  type IgnoreSettings,
} from "./git-settings.ts";
import { MAX_COST, MAX_IGNORE_FILE_BYTES, readIgnoreRules, toLowerCase, type IgnoreRules } from "./ignore-rules.ts";
import type { NamedBy, RuleFiles } from "./rule-files.ts";
import { indexPlace, type IndexPlace } from "./tracked-files.ts";

/** The rules of one file as they apply in a directory. */
interface IgnoreLayer {
  readonly rules: IgnoreRules;
  readonly state: PatternState;
  /** The most steps it may take to test a name. */
  readonly cost: number;
}

/** All that decides what is ignored in a directory. */
export interface DirectoryRules {
  /** Earlier layers win. */
  readonly layers: readonly IgnoreLayer[];
  /** Whether names match in any case, as the repository's configuration says. */
  readonly ignoresCase: boolean;
  /** Where to find out what git tracks; undefined outside a repository. */
  readonly index: IndexPlace | undefined;
  /** Whether the directory is ignored, itself or with one above it. Then everything in it is, unless git tracks it. */
  readonly isIgnored: boolean;
}

/** The rules of a directory that is ignored, and entered because git tracks something in it. */
export function ignoringAll(rules: DirectoryRules): DirectoryRules {
  return { ...rules, layers: [], isIgnored: true };
}

/** The last matching rule of the first layer that has one decides. */
export function isIgnored(
  { layers, isIgnored: ignoresAll }: DirectoryRules,
  name: ByteString,
  isDirectory: boolean,
): boolean {
  for (const { rules, state } of layers) {
    const match = rules.patterns.lastMatch(state, rules.ignoresCase ? toLowerCase(name) : name, isDirectory);
    if (match !== -1) {
      return rules.negated[match] !== true;
    }
  }
  return ignoresAll;
}

/** The most steps it may take to test a name. */
export function costOf(layers: readonly IgnoreLayer[]): number {
  return layers.reduce((sum, { cost }) => sum + cost, 0);
}

/** The rules of the directory `name` inside a directory with these. Returns the same object if nothing changes. */
export function enterRules(rules: DirectoryRules, name: ByteString): DirectoryRules {
  let isSame = true;
  const layers: IgnoreLayer[] = [];
  for (const layer of rules.layers) {
    const { patterns, ignoresCase } = layer.rules;
    const state = patterns.enter(layer.state, ignoresCase ? toLowerCase(name) : name);
    isSame &&= state === layer.state;
    layers.push(...(state === layer.state ? [layer] : toLayers(layer.rules, state)));
  }
  return isSame ? rules : { ...rules, layers };
}

/**
 * Puts the layer of one more file, whose rules are relative to the current directory, before these layers. A file that would make
 * testing names too slow counts as absent: the listing could not keep its time limit.
 */
function addLayer(layers: readonly IgnoreLayer[], rules: IgnoreRules | undefined): readonly IgnoreLayer[] {
  const together = rules === undefined ? layers : [...toLayers(rules, rules.patterns.start()), ...layers];
  return costOf(together) > MAX_COST ? layers : together;
}

/** None if nothing can match in the directory or below it. */
function toLayers(rules: IgnoreRules, state: PatternState): IgnoreLayer[] {
  return isDead(state) ? [] : [{ rules, state, cost: rules.patterns.costOf(state) }];
}

/** What is known about the user. */
interface User {
  readonly environment: GitEnvironment;
  readonly settings: IgnoreSettings;
}

/** The rules of files that were parsed before, by their bytes, which a backend may give again. */
const PARSED = new WeakMap<Uint8Array, { readonly rules: IgnoreRules | undefined }>();
const PARSED_FOR_ANY_CASE: typeof PARSED = new WeakMap();

/** Reads the ignore files that apply at the top of a repository and in the directories below it, during one listing. */
export class IgnoreFiles {
  readonly #environment: GitEnvironment;
  /** The user's own files are read once, however many repositories a listing finds. */
  #user: Promise<User> | undefined;
  readonly #userRules = new Map<string, Promise<IgnoreRules | undefined>>();

  constructor(environment: GitEnvironment) {
    this.#environment = environment;
  }

  /** The rules that apply in a repository, or outside any, before those of the directories' own files. */
  async topRules(files: RuleFiles, repository: Repository | undefined): Promise<DirectoryRules> {
    this.#user ??= this.#findUser(files);
    const { environment, settings: ofUser } = await this.#user;
    const settings = repository === undefined ? ofUser : await repositorySettings(files, ofUser, repository);
    const { excludes, ignoresCase = false, objectFormat } = settings;
    const userFile = excludesFile(files, environment, excludes, repository);
    const userRules = userFile && (await this.#readUserRules(files, userFile, ignoresCase));
    const ownRules =
      repository &&
      (await this.#read(files, `${repository.commonDirectory}/info/exclude`, repository.namedBy, ignoresCase));
    const hashBytes = objectFormat?.toLowerCase() === "sha256" ? 32 : 20;
    const index = repository && indexPlace(repository, hashBytes, ignoresCase);
    return { layers: addLayer(addLayer([], userRules), ownRules), ignoresCase, index, isIgnored: false };
  }

  /** Puts the layer of the directory's own file, if it has one, before these. */
  async addOwnLayer(files: RuleFiles, above: DirectoryRules, directory: ByteString): Promise<DirectoryRules> {
    const own = await this.#read(files, `${directory}/.gitignore`, "place", above.ignoresCase);
    return own === undefined ? above : { ...above, layers: addLayer(above.layers, own) };
  }

  async #findUser(files: RuleFiles): Promise<User> {
    const { home, xdgConfigHome } = this.#environment;
    const environment = {
      home: home && (await files.userDirectory(home)),
      xdgConfigHome: xdgConfigHome && (await files.userDirectory(xdgConfigHome)),
    };
    return { environment, settings: await userSettings(files, environment) };
  }

  #readUserRules(
    files: RuleFiles,
    { path, namedBy }: ExcludesFile,
    ignoresCase: boolean,
  ): Promise<IgnoreRules | undefined> {
    // If the user named a file, a repository that names it too must not get it from here.
    const key = `${namedBy} ${ignoresCase} ${path}`;
    const rules = this.#userRules.get(key) ?? this.#read(files, path, namedBy, ignoresCase);
    this.#userRules.set(key, rules);
    return rules;
  }

  async #read(
    files: RuleFiles,
    path: string,
    namedBy: NamedBy,
    ignoresCase: boolean,
  ): Promise<IgnoreRules | undefined> {
    const file = await files.read(path as ByteString, namedBy, MAX_IGNORE_FILE_BYTES);
    if (file === undefined) {
      return undefined;
    }
    const parsed = ignoresCase ? PARSED_FOR_ANY_CASE : PARSED;
    const known = parsed.get(file.bytes) ?? {
      rules: await readIgnoreRules(toByteString(file.bytes), files.pacing, ignoresCase),
    };
    parsed.set(file.bytes, known);
    return known.rules;
  }
}
