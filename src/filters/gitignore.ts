// What git ignores in a directory. The rules of each file are one layer; inner layers override outer ones.
import { locationBelow, namesTo, type Entry } from "../core/entry.ts";
import { findRepositoryAt, readOuterRules, readUser, type Repository, type RuleFiles, type User } from "./git-files.ts";
import { GlobSet } from "./glob-set.ts";
import { parseGlob, type Glob } from "./glob.ts";

/** What all directories of a listing share. */
interface Shared {
  readonly files: RuleFiles;
  /** The root of the listing. */
  readonly path: string;
  /** The user's own files are read once, however many repositories a listing finds. */
  user?: Promise<User>;
  /** The rules of the file that was read last: the packages of a repository often have the same. */
  last?: ParsedRules;
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
  static atRoot(files: RuleFiles, path: string): Gitignore {
    return new Gitignore({ files, path }, undefined, "", undefined);
  }

  /** Made when it is needed, because most directories have no rules. */
  get #path(): string {
    const above = namesTo(this).map((name): Entry => ({ name, kind: "directory" }));
    return locationBelow(this.#shared.path, above) as string;
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
    return new Gitignore(this.#shared, this, name, this.#rules?.enter(name));
  }

  async #readInside(rules: IgnoreRules, mayHaveGit: boolean, mayHaveOwn: boolean): Promise<void> {
    const repository = mayHaveGit ? await findRepositoryAt(this.#shared.files, this.#path) : undefined;
    // A nested repository: rules from above do not apply in it.
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
        // The root is inside an ignored directory. It is listed without the rules, which would ignore everything in it.
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
    const { ignoresCase, texts } = await readOuterRules(files, await this.#shared.user, repository);
    return texts.reduce((rules, text) => rules.withFile(this.#parse(text, ignoresCase)), new IgnoreRules(ignoresCase));
  }

  async #withOwnFile(rules: IgnoreRules, directory: string): Promise<IgnoreRules> {
    const { files } = this.#shared;
    const text = await files.read(files.fileSystem.resolve(directory, ".gitignore"), "gitignore");
    return rules.withFile(this.#parse(text, rules.ignoresCase));
  }

  #parse(text: string = "", ignoresCase: boolean): ParsedRules {
    const { last } = this.#shared;
    const parsed = last?.text === text && last.ignoresCase === ignoresCase ? last : parseRules(text, ignoresCase);
    this.#shared.last = parsed;
    return parsed;
  }
}

interface IgnoreRule extends Glob {
  /** Whether what matches is not ignored: `!name`. */
  readonly isNegated: boolean;
}

/** The rules of one file, as seen from its directory. */
interface ParsedRules {
  readonly text: string;
  readonly ignoresCase: boolean;
  /** Undefined if there are none. */
  readonly rules: GlobSet<IgnoreRule> | undefined;
  readonly cost: number;
}

/** The rules of one file as seen from a directory, and the outer layer that they override. */
interface IgnoreLayer {
  readonly rules: GlobSet<IgnoreRule>;
  readonly cost: number;
  readonly outer: IgnoreLayer | undefined;
}

/** How many steps all rules together may take for each character of a name. A file that exceeds it is treated as absent. */
const MAX_COST = 20_000;

/** Longer lines are skipped. */
const MAX_LINE_LENGTH = 4096;

/**
 * All rules that apply in a directory. Git compares bytes, so the text of a file and the names have one character for each byte.
 */
export class IgnoreRules {
  readonly #layers: IgnoreLayer | undefined;
  readonly ignoresCase: boolean;

  constructor(ignoresCase: boolean, layers?: IgnoreLayer) {
    this.ignoresCase = ignoresCase;
    this.#layers = layers;
  }

  /** Adds the rules of a file in this directory, which override the others. */
  withFile({ rules, cost: ownCost }: ParsedRules): IgnoreRules {
    const outer = this.#layers;
    const cost = ownCost + (outer?.cost ?? 0);
    return rules === undefined || cost > MAX_COST ? this : new IgnoreRules(this.ignoresCase, { rules, cost, outer });
  }

  /** As if no file had any rules. */
  withoutFiles(): IgnoreRules {
    return new IgnoreRules(this.ignoresCase);
  }

  /** Whether an entry is ignored: the last matching rule of the innermost file with a match decides. `.git` itself is always ignored. */
  ignores(name: string, isDirectory: boolean): boolean {
    const bytes = this.#toBytes(name);
    if (bytes === ".git") {
      return true;
    }
    for (let layer = this.#layers; layer !== undefined; layer = layer.outer) {
      const rule = layer.rules.lastMatch(bytes, isDirectory);
      if (rule !== undefined) {
        return !rule.isNegated;
      }
    }
    return false;
  }

  /** The rules as seen from the directory `name`. */
  enter(name: string): IgnoreRules {
    const bytes = this.#toBytes(name);
    const layers: IgnoreLayer[] = [];
    for (let layer = this.#layers; layer !== undefined; layer = layer.outer) {
      layers.push(layer);
    }
    const entered = layers.reduceRight<IgnoreLayer | undefined>((outer, layer) => {
      const rules = layer.rules.enter(bytes);
      if (rules === layer.rules && outer === layer.outer) {
        return layer;
      }
      const cost = layer.cost - (layer.outer?.cost ?? 0) + (outer?.cost ?? 0);
      return rules.isEmpty ? outer : { rules, cost, outer };
    }, undefined);
    return entered === this.#layers ? this : new IgnoreRules(this.ignoresCase, entered);
  }

  #toBytes(name: string): string {
    const bytes = /^[\0-\x7f]*$/.test(name) ? name : Buffer.from(name).toString("latin1");
    // Like git, folds only ASCII letters.
    return this.ignoresCase ? bytes.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : bytes;
  }
}

/** The rules of a file's text. Parsing stops when they cost too much to be used. */
export function parseRules(text: string, ignoresCase: boolean): ParsedRules {
  const rules: IgnoreRule[] = [];
  let cost = 0;
  for (const line of text.replace(/^\xef\xbb\xbf/, "").split("\n")) {
    const rule = readRule(line, ignoresCase);
    if (rule !== undefined) {
      rules.push(rule);
      cost += rule.cost;
    }
    if (cost > MAX_COST) {
      break;
    }
  }
  return { text, ignoresCase, rules: rules.length === 0 ? undefined : GlobSet.of(rules), cost };
}

function readRule(line: string, ignoresCase: boolean): IgnoreRule | undefined {
  if (line === "" || line.startsWith("#") || line.length > MAX_LINE_LENGTH) {
    return undefined;
  }
  // To git a line is a C string, which ends at a NUL.
  const text = trimSpaces(line.replace(/\r$/, "").split("\0", 1)[0] as string);
  const isNegated = text.startsWith("!");
  const glob = parseGlob(isNegated ? text.slice(1) : text, ignoresCase ? "git-any-case" : "git");
  return glob && { ...glob, isNegated };
}

/** Drops trailing spaces, except an escaped one. */
function trimSpaces(text: string): string {
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== " ") {
      at += text[at] === "\\" ? 1 : 0;
      end = at + 1;
    }
  }
  return text.slice(0, end);
}
