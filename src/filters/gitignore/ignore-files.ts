// Reads the ignore files that apply at the top of a repository and in the directories below it, during one listing.
import type { ByteString } from "../../core/byte-string.ts";
import { whenKnown } from "../../core/when-known.ts";
import { excludesFile, userExcludesSetting, type ExcludesFile, type ExcludesSetting } from "./git-excludes-file.ts";
import type { Repository } from "./find-repository.ts";
import type { GitEnvironment } from "./git-environment.ts";
import { addLayer, type IgnoreLayer } from "./ignore-layers.ts";
import { MAX_IGNORE_FILE_BYTES, readIgnoreRules, type IgnoreRules } from "./ignore-rules.ts";
import type { NamedBy, RuleFile, RuleFiles } from "./rule-files.ts";

/** What is known about the user. */
interface User {
  readonly environment: GitEnvironment;
  readonly setting: ExcludesSetting | undefined;
}

/** The rules of files that were parsed before. */
const PARSED = new WeakMap<Uint8Array, { readonly rules: IgnoreRules | undefined }>();

export class IgnoreFiles {
  readonly #files: RuleFiles;
  readonly #environment: GitEnvironment;
  /** The user's own files are read once, however many repositories a listing finds. */
  #user: Promise<User> | undefined;
  readonly #userRules = new Map<string, Promise<IgnoreRules | undefined>>();

  constructor(files: RuleFiles, environment: GitEnvironment) {
    this.#files = files;
    this.#environment = environment;
  }

  /** The layers that apply in a repository, or outside any, before those of the directories' own files. */
  async topLayers(repository: Repository | undefined): Promise<readonly IgnoreLayer[]> {
    this.#user ??= this.#findUser();
    const { environment, setting } = await this.#user;
    const userFile = await excludesFile(this.#files, environment, setting, repository);
    const ofUser = userFile && (await this.#readUserRules(userFile));
    const ofRepository =
      repository && (await this.#read(`${repository.commonDirectory}/info/exclude`, repository.namedBy));
    return addLayer(addLayer([], ofUser), ofRepository);
  }

  /** Puts the layer of the directory's own file, if it has one, before these layers. */
  addLayer(
    layers: readonly IgnoreLayer[],
    directory: ByteString,
  ): Promise<readonly IgnoreLayer[]> | readonly IgnoreLayer[] {
    return whenKnown(this.#read(`${directory}/.gitignore`, "place"), (rules) => addLayer(layers, rules));
  }

  async #findUser(): Promise<User> {
    const { home, xdgConfigHome } = this.#environment;
    const environment = {
      home: home && (await this.#files.userDirectory(home)),
      xdgConfigHome: xdgConfigHome && (await this.#files.userDirectory(xdgConfigHome)),
    };
    return { environment, setting: await userExcludesSetting(this.#files, environment) };
  }

  #readUserRules({ path, namedBy }: ExcludesFile): Promise<IgnoreRules | undefined> {
    // If the user named a file, a repository that names it too must not get it from this cache.
    const key = `${namedBy} ${path}`;
    const rules = this.#userRules.get(key) ?? Promise.resolve(this.#read(path, namedBy));
    this.#userRules.set(key, rules);
    return rules;
  }

  #read(path: string, namedBy: NamedBy): Promise<IgnoreRules | undefined> | IgnoreRules | undefined {
    return whenKnown(this.#files.read(path as ByteString, namedBy, MAX_IGNORE_FILE_BYTES), (file) => {
      const known = file && PARSED.get(file.bytes);
      return known === undefined ? file && this.#parse(file) : known.rules;
    });
  }

  async #parse(file: RuleFile): Promise<IgnoreRules | undefined> {
    const rules = await readIgnoreRules(file.text, this.#files.pacing);
    PARSED.set(file.bytes, { rules });
    return rules;
  }
}
