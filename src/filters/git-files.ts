// Finds and reads the files that say what git ignores, without running git: repositories, their configuration and the user's. It reads
// only what roots and deny rules let a listing read.
import type { FileSystem, WaitOptions } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";

/** Which rule files a listing may read. Paths are absolute. */
export interface RuleFileAccess {
  /** Whether nothing denies the file. */
  mayRead(path: string): boolean;
  /** Whether no file may be read through a link, because roots are set. */
  readonly refusesLinks: boolean;
  /** Whether a path is in a root. Always true if there are no roots. */
  isInside(path: string): boolean;
}

/**
 * Who says where a file is: git's own layout, the user, or another file in the tree. What the tree names is read only inside the roots: the
 * tree could name any file and find out what is in it. `gitignore` is git's own layout, too, and there git itself follows no link.
 */
export type NamedBy = "gitignore" | "layout" | "user" | "tree";

/** A larger file counts as absent. */
const MAX_BYTES = 128 * 1024;

/** How long to wait for one file. */
const MAX_WAIT_MS = 1000;

/** Names by which Windows finds a file that has another one: short names, and names with dots or spaces at their end. */
const ALIAS = /~\d|[. ](?:[\\/]|$)/;

export class RuleFiles {
  readonly fileSystem: FileSystem;
  readonly #access: RuleFileAccess;
  readonly #wait: WaitOptions;

  constructor(fileSystem: FileSystem, access: RuleFileAccess, wait: WaitOptions) {
    this.fileSystem = fileSystem;
    this.#access = access;
    this.#wait = { ...wait, timeoutMs: Math.min(wait.timeoutMs ?? Infinity, MAX_WAIT_MS) };
  }

  /** Who names what is named in a file of the user's: the tree, if the file is in a root, where others may have written it. */
  namedIn(path: string): NamedBy {
    return this.#access.isInside(path) ? "tree" : "user";
  }

  /** The bytes of a file, one character for each; undefined if there is none, or it may not be read. */
  async read(path: string, namedBy: NamedBy): Promise<string | undefined> {
    const access = this.#access;
    if (!access.mayRead(path) || (namedBy === "tree" && !this.#mayTreeName(path))) {
      return undefined;
    }
    const refusesLinks = access.refusesLinks || namedBy === "gitignore";
    const options = { ...this.#wait, maxBytes: MAX_BYTES, refusesLinks };
    const bytes = await this.#orAbsent(async () => this.fileSystem.readFile?.(path, options));
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  }

  #mayTreeName(path: string): boolean {
    const isWindows = this.fileSystem.isAbsolute("C:\\");
    return this.#access.isInside(path) && !(isWindows && ALIAS.test(path));
  }

  /**
   * The real path of a directory of the user's, so that no link is on the way to the files in it. Links to such a directory belong to the
   * system, unless its path is in a root.
   */
  async userDirectory(path: string): Promise<string> {
    const isFollowed = this.#access.refusesLinks && !this.#access.isInside(path);
    return (isFollowed && (await this.#orAbsent(async () => this.fileSystem.realPath?.(path, this.#wait)))) || path;
  }

  /** A file that can't be read counts as absent. */
  async #orAbsent<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      this.#wait.signal?.throwIfAborted();
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      return undefined;
    }
  }
}

export interface Repository {
  /** The directory that contains `.git`. */
  readonly top: string;
  /** Where its `config` and `info/exclude` are. */
  readonly gitDirectory: string;
  readonly namedBy: NamedBy;
}

/** The user's own directories and configuration. */
export interface User {
  readonly home: string | undefined;
  readonly configHome: string | undefined;
  readonly configs: readonly Config[];
}

/** The text of a configuration file, and who names the files that are named in it. */
interface Config {
  readonly text: string;
  readonly names: NamedBy;
}

/** The repository whose top is this directory. In a linked worktree or a submodule, `.git` is a file that says where the rest is. */
export async function findRepositoryAt(files: RuleFiles, top: string): Promise<Repository | undefined> {
  const own = files.fileSystem.resolve(top, ".git");
  // An empty `.git` is no repository for git either.
  if ((await files.read(files.fileSystem.resolve(own, "HEAD"), "layout")) !== undefined) {
    return { top, gitDirectory: own, namedBy: "layout" };
  }
  const named = toPath(/^gitdir: ([^\r\n]+)/.exec((await files.read(own, "layout")) ?? "")?.[1]);
  if (named === undefined) {
    return undefined;
  }
  const worktree = files.fileSystem.resolve(top, named);
  const common = await files.read(files.fileSystem.resolve(worktree, "commondir"), "tree");
  const gitDirectory = files.fileSystem.resolve(worktree, toPath(common?.split(/[\r\n]/, 1)[0]) ?? "");
  return { top, gitDirectory, namedBy: "tree" };
}

/** What holds at the top of a repository, or outside any, before any `.gitignore`. */
export interface OuterRules {
  /** Whether names match in any case. */
  readonly ignoresCase: boolean;
  /** The texts of the files with rules. What a later one says overrules an earlier one. */
  readonly texts: readonly (string | undefined)[];
}

export async function readOuterRules(
  files: RuleFiles,
  user: User,
  repository: Repository | undefined,
): Promise<OuterRules> {
  const readOwn = async (name: string) =>
    repository && files.read(files.fileSystem.resolve(repository.gitDirectory, name), repository.namedBy);
  // Whatever the place of a repository, it and its configuration may have come from anywhere.
  const configs: Config[] = [{ text: (await readOwn("config")) ?? "", names: "tree" }, ...user.configs];
  const [ignoresCase = ""] = configs.flatMap(({ text }) => readConfigValue(text, "core", "ignorecase") ?? []);
  const excludes = findExcludesFile(files, user, configs, repository?.top);
  return {
    ignoresCase: /^(?:true|yes|on|[1-9]\d*)$/i.test(String(ignoresCase)),
    texts: [excludes && (await files.read(excludes.path, excludes.namedBy)), await readOwn("info/exclude")],
  };
}

export async function readUser(files: RuleFiles): Promise<User> {
  const { HOME, USERPROFILE, XDG_CONFIG_HOME } = process.env;
  const givenHome = HOME || USERPROFILE || undefined;
  const home = givenHome && (await files.userDirectory(givenHome));
  const ownConfigHome = home && files.fileSystem.resolve(home, ".config");
  const configHome = XDG_CONFIG_HOME ? await files.userDirectory(XDG_CONFIG_HOME) : ownConfigHome;
  const configs: Config[] = [];
  for (const path of [
    home && files.fileSystem.resolve(home, ".gitconfig"),
    configHome && files.fileSystem.resolve(configHome, "git/config"),
  ]) {
    const text = path && (await files.read(path, "user"));
    configs.push(...(text ? [{ text, names: files.namedIn(path) }] : []));
  }
  return { home, configHome, configs };
}

/** Where the excludes file is that a configuration names, or the user's own by default. */
function findExcludesFile(
  files: RuleFiles,
  { home, configHome }: User,
  configs: readonly Config[],
  top: string | undefined,
): { readonly path: string; readonly namedBy: NamedBy } | undefined {
  for (const { text, names } of configs) {
    const value = readConfigValue(text, "core", "excludesfile");
    if (typeof value === "string") {
      const [directory, bytes] = value.startsWith("~/") ? [home, value.slice(2)] : [top, value];
      const path = toPath(bytes) ?? "";
      // Only the system knows the home of another user, `~name/`.
      const isKnown =
        path !== "" && !path.startsWith("~") && (directory ?? files.fileSystem.isAbsolute(path)) !== false;
      return isKnown ? { path: files.fileSystem.resolve(directory ?? "", path), namedBy: names } : undefined;
    }
  }
  return configHome === undefined
    ? undefined
    : { path: files.fileSystem.resolve(configHome, "git/ignore"), namedBy: "user" };
}

/** What a file names is no path if it is longer: no system opens it, and thousands of names take long to look at. */
const LONGEST_PATH = 4096;

/** The path that bytes are the UTF-8 of, or undefined if it is none. */
function toPath(bytes: string | undefined): string | undefined {
  return bytes === undefined || bytes.length > LONGEST_PATH ? undefined : Buffer.from(bytes, "latin1").toString();
}

/** The next comment, section or key. Sticky: nothing is searched for, so a malformed file takes no longer. */
const LINE =
  /[ \t\n\r]*(?:[#;][^\n]*|\[([A-Za-z0-9.-]+)([ \t]+"(?:[^"\\\n]|\\[^\n])*")?\]|([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|(?=\n)|$))/y;

/**
 * The last value of a key in a section without a subsection, both in lower case; `true` for a key without a value. Reads up to the first
 * syntax error, where git would refuse to work at all.
 */
export function readConfigValue(config: string, section: string, key: string): string | true | undefined {
  const text = config.replace(/^\xef\xbb\xbf/, "").replaceAll("\r\n", "\n");
  let value: string | true | undefined;
  let isInSection = false;
  LINE.lastIndex = 0;
  for (let line = LINE.exec(text); line !== null; line = LINE.exec(text)) {
    const [, header, subsection, name, equals] = line;
    if (header !== undefined) {
      isInSection = subsection === undefined && header.toLowerCase() === section;
    }
    if (name === undefined) {
      continue;
    }
    const read = equals === "=" ? readValue(text, LINE.lastIndex) : { value: true as const, end: LINE.lastIndex };
    value = isInSection && name.toLowerCase() === key ? read.value : value;
    LINE.lastIndex = read.end;
  }
  return value;
}

/** What a character after `\` means. A `\` at the end of a line continues the value on the next. */
const ESCAPES: Readonly<Record<string, string>> = { "\n": "", n: "\n", t: "\t", b: "\b" };

/** The value that starts here, without quotes, escapes, comment and the spaces around it, and where its line ends. */
function readValue(text: string, start: number): { readonly value: string; readonly end: number } {
  let value = "";
  let spaces = "";
  let isQuoted = false;
  let isComment = false;
  for (let at = start; ; at += 1) {
    const character = text[at] ?? "\n";
    if (character === "\n") {
      return { value, end: at };
    }
    isComment ||= !isQuoted && /[#;]/.test(character);
    if (isComment) {
      continue;
    }
    if (!isQuoted && /[ \t\r]/.test(character)) {
      spaces += value === "" ? "" : character;
      continue;
    }
    value += spaces;
    spaces = "";
    if (character === '"') {
      isQuoted = !isQuoted;
    } else if (character === "\\") {
      at += 1;
      value += ESCAPES[text[at] ?? "\n"] ?? text[at];
    } else {
      value += character;
    }
  }
}
