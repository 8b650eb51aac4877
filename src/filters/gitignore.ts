// What git ignores in a directory: finds the rule files that apply there, and reads each once.
import { locationBelow, namesTo, type Entry } from "../core/entry.ts";
import { findRepositoryAt, readOuterRules, readUser, type Repository, type User } from "./git-files.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import type { RuleFiles } from "./rule-files.ts";

/** What all directories of a listing share. */
interface Shared {
  readonly files: RuleFiles;
  /** The user's own files are read once, however many repositories a listing finds. */
  user?: Promise<User>;
}

/** What git ignores in one directory. */
export class Gitignore {
  readonly #shared: Shared;
  readonly parent: Gitignore | undefined;
  /** Its name in its parent; empty for the root of the listing. */
  readonly name: string;
  /** Undefined for the root of the listing until its rules are read. */
  #rules: IgnoreRules | undefined;

  private constructor(shared: Shared, parent: Gitignore | undefined, name: string, rules: IgnoreRules | undefined) {
    this.#shared = shared;
    this.parent = parent;
    this.name = name;
    this.#rules = rules;
  }

  /** For the root of a listing. Nothing is read yet: the entries of the root will show which files need not be looked for. */
  static atRoot(files: RuleFiles): Gitignore {
    return new Gitignore({ files }, undefined, "", undefined);
  }

  /** Made when it is needed, because most directories have no rules. */
  get #path(): string {
    const above = namesTo(this).map((name): Entry => ({ name, kind: "directory" }));
    return locationBelow(this.#shared.files.root, above) as string;
  }

  /** Reads the rules that the directory itself contains; for the root of the listing, those above it, too. */
  readRules(mayHave: (name: string) => boolean): Promise<void> | undefined {
    const { files } = this.#shared;
    if (files.fileSystem.readFile === undefined) {
      return undefined;
    }
    const [mayHaveGit, mayHaveOwn] = [mayHave(".git"), mayHave(".gitignore")];
    if (this.#rules === undefined) {
      const { HOME, USERPROFILE, XDG_CONFIG_HOME } = process.env;
      const key = [files.root, files.givenRoot, mayHaveGit, mayHaveOwn, HOME, USERPROFILE, XDG_CONFIG_HOME].join("\0");
      this.#rules = files.findKept(key);
      return this.#rules === undefined ? this.#readAtRoot(mayHaveGit, mayHaveOwn, key) : undefined;
    }
    return mayHaveGit || mayHaveOwn ? this.#readInside(this.#rules, mayHaveGit, mayHaveOwn) : undefined;
  }

  ignores(name: string, isDirectory: boolean): boolean {
    return this.#rules === undefined ? name === ".git" : this.#rules.ignores(name, isDirectory);
  }

  /** For the directory `name` inside this one. */
  enter(name: string): Gitignore {
    return new Gitignore(this.#shared, this, name, this.#rules?.enter(name));
  }

  async #readInside(rules: IgnoreRules, mayHaveGit: boolean, mayHaveOwn: boolean): Promise<void> {
    const repository = mayHaveGit ? await findRepositoryAt(this.#shared.files, this.#path) : undefined;
    // A nested repository: rules from above do not apply in it.
    const outer = repository === undefined ? rules : await this.#readOuter(repository);
    this.#rules = mayHaveOwn ? await this.#withOwnFile(outer, this.#path) : outer;
  }

  async #readAtRoot(mayHaveGit: boolean, mayHaveOwn: boolean, key: string): Promise<void> {
    const { files } = this.#shared;
    const { fileSystem, root } = files;
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
        // The root is inside an ignored directory. It is listed without the rules, which would ignore everything in it.
        rules = new IgnoreRules(rules.ignoresCase);
        break;
      }
      rules = above === undefined ? rules : rules.enter(name);
      rules = directory === root ? rules : await this.#withOwnFile(rules, directory);
      above = directory;
    }
    this.#rules = mayHaveOwn ? await this.#withOwnFile(rules, root) : rules;
    files.keep(key, this.#rules);
  }

  async #readOuter(repository: Repository | undefined): Promise<IgnoreRules> {
    const { files } = this.#shared;
    this.#shared.user ??= readUser(files);
    const { ignoresCase, texts } = await readOuterRules(files, await this.#shared.user, repository);
    return texts.reduce((rules, text) => rules.withFile(text), new IgnoreRules(ignoresCase));
  }

  async #withOwnFile(rules: IgnoreRules, directory: string): Promise<IgnoreRules> {
    const { files } = this.#shared;
    return rules.withFile(await files.read(files.fileSystem.resolve(directory, ".gitignore"), "gitignore"));
  }
}
