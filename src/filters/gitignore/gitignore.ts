// What git ignores in a directory, without running git: finds the files with rules, and follows a walk into directories.
import { joinLocation } from "../../core/entry.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { findRepositoryAt, readOuterRules, readUser, type Repository, type User } from "./repository.ts";
import type { RuleFiles } from "./rule-files.ts";

/** What all directories of a listing share. */
interface Shared {
  readonly files: RuleFiles;
  /** The user's own files are read once, however many repositories a listing finds. */
  user?: Promise<User>;
}

/** What git ignores in one directory, once its rules were read. */
export class Gitignore {
  readonly #shared: Shared;
  readonly #path: string;
  /** Undefined for the root of the listing until its rules are read. */
  #rules: IgnoreRules | undefined;

  private constructor(shared: Shared, path: string, rules: IgnoreRules | undefined) {
    this.#shared = shared;
    this.#path = path;
    this.#rules = rules;
  }

  /** For the root of a listing. Nothing is read yet: once its entries are known, most files need not be looked for. */
  static atRoot(files: RuleFiles, path: string): Gitignore {
    return new Gitignore({ files }, path, undefined);
  }

  /** Reads the rules that the directory itself contains; for the root of the listing, those above it, too. */
  readRules(mayHave: (name: string) => boolean): Promise<void> | undefined {
    if (this.#shared.files.fileSystem.readFile === undefined) {
      return undefined;
    }
    const [mayHaveGit, mayHaveOwn] = [mayHave(".git"), mayHave(".gitignore")];
    if (this.#rules === undefined) {
      return this.#readAtRoot(mayHaveGit, mayHaveOwn);
    }
    return mayHaveGit || mayHaveOwn ? this.#readInside(this.#rules, mayHaveGit, mayHaveOwn) : undefined;
  }

  ignores(name: string, isDirectory: boolean): boolean {
    return this.#rules === undefined ? name === ".git" : this.#rules.ignores(name, isDirectory);
  }

  /** For the directory `name` inside this one. */
  enter(name: string): Gitignore {
    const path = joinLocation(this.#path, { name, kind: "directory" }) as string;
    return new Gitignore(this.#shared, path, this.#rules?.enter(name));
  }

  async #readInside(rules: IgnoreRules, mayHaveGit: boolean, mayHaveOwn: boolean): Promise<void> {
    const repository = mayHaveGit ? await findRepositoryAt(this.#shared.files, this.#path) : undefined;
    // Another repository: no rules from above hold in it.
    const outer = repository === undefined ? rules : await this.#readOuter(repository);
    this.#rules = mayHaveOwn ? await this.#withOwnFile(outer, this.#path) : outer;
  }

  async #readAtRoot(mayHaveGit: boolean, mayHaveOwn: boolean): Promise<void> {
    const { files } = this.#shared;
    const { fileSystem } = files;
    const root = this.#path;
    /** From the root up to the top of the repository. */
    const directories = [root];
    let repository = mayHaveGit ? await findRepositoryAt(files, root) : undefined;
    for (
      let below = root, above = fileSystem.resolve(root, "..");
      repository === undefined && above.length < below.length;
    ) {
      directories.push(above);
      repository = await findRepositoryAt(files, above);
      [below, above] = [above, fileSystem.resolve(above, "..")];
    }
    let rules = await this.#readOuter(repository);
    let above: string | undefined;
    for (const directory of repository === undefined ? [root] : directories.toReversed()) {
      const name = directory.slice(above?.length).replace(/^[\\/]/, "");
      if (above !== undefined && rules.ignores(name, true)) {
        // A root in an ignored directory is listed all the same, but the rules that ignore it would leave nothing to list.
        rules = rules.withoutFiles();
        break;
      }
      rules = above === undefined ? rules : rules.enter(name);
      rules = directory === root ? rules : await this.#withOwnFile(rules, directory);
      above = directory;
    }
    this.#rules = mayHaveOwn ? await this.#withOwnFile(rules, root) : rules;
  }

  async #readOuter(repository: Repository | undefined): Promise<IgnoreRules> {
    const { files } = this.#shared;
    this.#shared.user ??= readUser(files);
    return readOuterRules(files, await this.#shared.user, repository);
  }

  async #withOwnFile(rules: IgnoreRules, directory: string): Promise<IgnoreRules> {
    const { files } = this.#shared;
    return rules.withFile(await files.read(files.fileSystem.resolve(directory, ".gitignore"), "gitignore"));
  }
}
