// Reads the ignore files that apply at the top of a repository and in the directories below it, during one listing.
import type { ByteString } from "../../core/byte-string.ts";
import { whenKnown } from "../../core/when-known.ts";
import {
  excludesFile,
  repositorySettings,
  userSettings,
  type ExcludesFile,
  type IgnoreSettings,
} from "./git-excludes-file.ts";
import type { Repository } from "./find-repository.ts";
import type { GitEnvironment } from "./git-environment.ts";
import { addLayer, type DirectoryRules } from "./ignore-layers.ts";
import { MAX_IGNORE_FILE_BYTES, readIgnoreRules, type IgnoreRules } from "./ignore-rules.ts";
import type { NamedBy, RuleFile, RuleFiles } from "./rule-files.ts";

/** What is known about the user. */
interface User {
  readonly environment: GitEnvironment;
  readonly settings: IgnoreSettings;
}

/** The rules of files that were parsed before, for names as they are and for names in any case. */
const PARSED = new WeakMap<Uint8Array, { readonly rules: IgnoreRules | undefined }>();
const PARSED_FOLDED: typeof PARSED = new WeakMap();

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

  /** The rules that apply in a repository, or outside any, before those of the directories' own files. */
  async topRules(repository: Repository | undefined): Promise<DirectoryRules> {
    this.#user ??= this.#findUser();
    const { environment, settings: ofUser } = await this.#user;
    const settings = repository === undefined ? ofUser : await repositorySettings(this.#files, ofUser, repository);
    const { excludes, foldsCase = false } = settings;
    const userFile = excludesFile(this.#files, environment, excludes, repository);
    const userRules = userFile && (await this.#readUserRules(userFile, foldsCase));
    const ownRules =
      repository && (await this.#read(`${repository.commonDirectory}/info/exclude`, repository.namedBy, foldsCase));
    return { layers: addLayer(addLayer([], userRules), ownRules), foldsCase };
  }

  /** Puts the layer of the directory's own file, if it has one, before these. */
  addLayer(rules: DirectoryRules, directory: ByteString): Promise<DirectoryRules> | DirectoryRules {
    const { layers, foldsCase } = rules;
    return whenKnown(this.#read(`${directory}/.gitignore`, "place", foldsCase), (own) =>
      own === undefined ? rules : { layers: addLayer(layers, own), foldsCase },
    );
  }

  async #findUser(): Promise<User> {
    const { home, xdgConfigHome } = this.#environment;
    const environment = {
      home: home && (await this.#files.userDirectory(home)),
      xdgConfigHome: xdgConfigHome && (await this.#files.userDirectory(xdgConfigHome)),
    };
    return { environment, settings: await userSettings(this.#files, environment) };
  }

  #readUserRules({ path, namedBy }: ExcludesFile, foldsCase: boolean): Promise<IgnoreRules | undefined> {
    // If the user named a file, a repository that names it too must not get it from this cache.
    const key = `${namedBy} ${foldsCase} ${path}`;
    const rules = this.#userRules.get(key) ?? Promise.resolve(this.#read(path, namedBy, foldsCase));
    this.#userRules.set(key, rules);
    return rules;
  }

  #read(
    path: string,
    namedBy: NamedBy,
    foldsCase: boolean,
  ): Promise<IgnoreRules | undefined> | IgnoreRules | undefined {
    const parsed = foldsCase ? PARSED_FOLDED : PARSED;
    return whenKnown(this.#files.read(path as ByteString, namedBy, MAX_IGNORE_FILE_BYTES), (file) => {
      const known = file && parsed.get(file.bytes);
      return known === undefined ? file && this.#parse(file, foldsCase) : known.rules;
    });
  }

  async #parse(file: RuleFile, foldsCase: boolean): Promise<IgnoreRules | undefined> {
    const rules = await readIgnoreRules(file.text, this.#files.pacing, foldsCase);
    (foldsCase ? PARSED_FOLDED : PARSED).set(file.bytes, { rules });
    return rules;
  }
}
