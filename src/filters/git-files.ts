// Finds and reads the files that say what git ignores, without running git: repositories, their configuration and the user's. It reads
// only what roots and deny rules let a listing read.
import type { CallClock } from "../core/call-clock.ts";
import {
  ABSENT,
  hasWindowsPaths,
  MAY_BE_ALIAS,
  UNKNOWN,
  type FileState,
  type FileSystem,
  type ReadOptions,
} from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { MAX_LOOKS, type KeptRules, type Lookup } from "./kept-rules.ts";

/** Which rule files a listing may read. All paths are absolute. */
export interface RuleFileAccess {
  /** Whether no deny rule matches the file. */
  mayRead(path: string): boolean;
  /** Whether roots or deny rules are set. Then what is read must be what was checked, and no file is read through a link. */
  readonly isConfined: boolean;
  /** Whether a path is in a root. Always true if there are no roots. */
  isInside(path: string): boolean;
  /**
   * Where rules are kept from one listing to the next.
   * @default none: they are read each time
   */
  readonly kept?: KeptRules | undefined;
}

/**
 * Where we got the path of a file from: git's own layout, the user's configuration, or a file in the tree. A path that the tree names is
 * read only inside the roots: otherwise a tree could name any file and reveal what is in it. `gitignore` is like `layout`, for files for
 * which git itself follows no links.
 */
export type PathSource = "gitignore" | "layout" | "user" | "tree";

/** Larger files are treated as absent. */
const MAX_BYTES = 128 * 1024;

/** How long to wait for one file. */
const MAX_WAIT_MS = 1000;

export class RuleFiles {
  readonly fileSystem: FileSystem;
  readonly #access: RuleFileAccess;
  readonly #clock: CallClock;
  /** The real path of the listed directory. */
  readonly root: string;
  /** What was looked at for rules that may be kept. Undefined if they may not, or have been. */
  #looks: Lookup[] | undefined = [];

  constructor(fileSystem: FileSystem, access: RuleFileAccess, clock: CallClock, root: string) {
    this.fileSystem = fileSystem;
    this.#access = access;
    this.#clock = clock;
    this.root = root;
  }

  /** The rules of the listed directory, if they were read for an earlier listing and are still right. */
  findKept(key: string): IgnoreRules | undefined {
    const rules = this.#access.kept?.find(key);
    this.#looks = rules === undefined ? this.#looks : undefined;
    return rules;
  }

  /** Keeps the rules of the listed directory. They were made of all that was read so far, and of nothing else. */
  keep(key: string, rules: IgnoreRules): void {
    if (this.#looks !== undefined) {
      this.#access.kept?.keep(key, rules, this.#looks);
    }
    this.#looks = undefined;
  }

  /** The source of the paths in a configuration file of the user: the tree, if the file is in a root, where others may have written it. */
  sourceOfPathsIn(path: string): PathSource {
    return this.#access.isInside(path) ? "tree" : "user";
  }

  /** The bytes of a file as a string, one character each; undefined if it does not exist or may not be read. */
  async read(path: string, source: PathSource): Promise<string | undefined> {
    const access = this.#access;
    if (!access.mayRead(path) || (source === "tree" && !this.#mayTreeReferTo(path))) {
      return undefined;
    }
    // The listed directory may be thousands of levels deep, and rules are looked for in each of them.
    const pause = this.#clock.check();
    if (pause !== undefined) {
      await pause;
    }
    const { signal, timeoutMs } = this.#wait();
    const { isConfined } = access;
    const refusesLinks = isConfined || source === "gitignore";
    // Most rule files do not exist, and a read that fails takes ten times as long as a look.
    const { kind, size } = this.#look(path, !refusesLinks);
    if (kind !== "file" && kind !== "unknown") {
      return undefined;
    }
    const options = { signal, timeoutMs, isConfined, refusesLinks, maxBytes: MAX_BYTES };
    const bytes = await this.#orAbsent(async () => this.fileSystem.readFile?.(path, options));
    // One that could not be read this time is looked for again.
    this.#looks = bytes === undefined && size <= MAX_BYTES ? undefined : this.#looks;
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  }

  /** Looks at a path. Where links are refused, at the directories that lead to it, too, so that nothing behind a link is touched. */
  #look(path: string, followsLinks: boolean): FileState {
    const { fileSystem, root } = this;
    const known = this.#looks?.find((look) => look.path === path && look.followsLinks === followsLinks);
    if (known !== undefined || this.#looks === undefined || fileSystem.look === undefined) {
      return known?.state ?? UNKNOWN;
    }
    const above = fileSystem.resolve(path, "..");
    // No link leads to the listed directory, as was found out for this listing.
    const slash = hasWindowsPaths(fileSystem) ? "\\" : "/";
    // Above the top of a drive is that top.
    const isOnTheWay = above === path || `${root}${slash}`.startsWith(above.endsWith(slash) ? above : above + slash);
    const { kind } = followsLinks || isOnTheWay ? { kind: "directory" } : this.#look(above, false);
    if (kind !== "directory") {
      return kind === "unknown" ? UNKNOWN : ABSENT;
    }
    const state = fileSystem.look(path, followsLinks);
    // Nothing is kept for a path of thousands of names.
    this.#looks = this.#looks.length < MAX_LOOKS ? [...this.#looks, { path, followsLinks, state }] : undefined;
    return state;
  }

  #mayTreeReferTo(path: string): boolean {
    return this.#access.isInside(path) && !(hasWindowsPaths(this.fileSystem) && MAY_BE_ALIAS.test(path));
  }

  /**
   * The real path of a directory of the user, so that files in it can be read without following links. The links on the way to it are
   * trusted, unless its path is in a root.
   */
  async userDirectory(path: string): Promise<string> {
    const isFollowed = this.#access.isConfined && !this.#access.isInside(path);
    if (isFollowed) {
      this.#look(path, true);
    }
    return (isFollowed && (await this.#orAbsent(async () => this.fileSystem.realPath?.(path, this.#wait())))) || path;
  }

  #wait(): ReadOptions {
    const { signal, timeoutMs = Infinity } = this.#clock.wait;
    return { signal, timeoutMs: Math.min(timeoutMs, MAX_WAIT_MS) };
  }

  /** Treats a file that can't be read as absent. */
  async #orAbsent<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      this.#clock.signal?.throwIfAborted();
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      // Next time it may not fail.
      this.#looks = undefined;
      return undefined;
    }
  }
}

export interface Repository {
  /** The directory that contains `.git`. */
  readonly top: string;
  /** Where its `config` and `info/exclude` are. */
  readonly gitDirectory: string;
  readonly source: PathSource;
}

/** The user's own directories and configuration. */
export interface User {
  readonly home: string | undefined;
  readonly configHome: string | undefined;
  readonly configs: readonly Config[];
}

interface Config {
  readonly text: string;
  /** The source of the paths in the text. */
  readonly source: PathSource;
}

/** The repository whose top is this directory. In a linked worktree or a submodule, `.git` is a file with the path of the git directory. */
export async function findRepositoryAt(files: RuleFiles, top: string): Promise<Repository | undefined> {
  const own = files.fileSystem.resolve(top, ".git");
  // Git itself does not accept a `.git` without a `HEAD`.
  if ((await files.read(files.fileSystem.resolve(own, "HEAD"), "layout")) !== undefined) {
    return { top, gitDirectory: own, source: "layout" };
  }
  const named = toPath(/^gitdir: ([^\r\n]+)/.exec((await files.read(own, "layout")) ?? "")?.[1]);
  if (named === undefined) {
    return undefined;
  }
  const worktree = files.fileSystem.resolve(top, named);
  const common = await files.read(files.fileSystem.resolve(worktree, "commondir"), "tree");
  const gitDirectory = files.fileSystem.resolve(worktree, toPath(common?.split(/[\r\n]/, 1)[0]) ?? "");
  return { top, gitDirectory, source: "tree" };
}

/** The rules that apply at the top of a repository, or outside of one, before any `.gitignore`. */
export interface OuterRules {
  readonly ignoresCase: boolean;
  /** The texts of the rule files. Later ones override earlier ones. */
  readonly texts: readonly (string | undefined)[];
}

export async function readOuterRules(
  files: RuleFiles,
  user: User,
  repository: Repository | undefined,
): Promise<OuterRules> {
  const readOwn = async (name: string) =>
    repository && files.read(files.fileSystem.resolve(repository.gitDirectory, name), repository.source);
  // Wherever a repository is, its configuration may have been written by anybody.
  const configs: Config[] = [{ text: (await readOwn("config")) ?? "", source: "tree" }, ...user.configs];
  const [ignoresCase = ""] = configs.flatMap(({ text }) => readConfigValue(text, "core", "ignorecase") ?? []);
  const excludes = findExcludesFile(files, user, configs, repository?.top);
  return {
    ignoresCase: /^(?:true|yes|on|[1-9]\d*)$/i.test(String(ignoresCase)),
    texts: [excludes && (await files.read(excludes.path, excludes.source)), await readOwn("info/exclude")],
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
    configs.push(...(text ? [{ text, source: files.sourceOfPathsIn(path) }] : []));
  }
  return { home, configHome, configs };
}

/** The excludes file that a configuration names, or the user's default one. */
function findExcludesFile(
  files: RuleFiles,
  { home, configHome }: User,
  configs: readonly Config[],
  top: string | undefined,
): { readonly path: string; readonly source: PathSource } | undefined {
  for (const { text, source } of configs) {
    const value = readConfigValue(text, "core", "excludesfile");
    if (typeof value === "string") {
      const [directory, bytes] = value.startsWith("~/") ? [home, value.slice(2)] : [top, value];
      const path = toPath(bytes) ?? "";
      // We don't know the home directory of another user, `~name/`.
      const isKnown =
        path !== "" && !path.startsWith("~") && (directory ?? files.fileSystem.isAbsolute(path)) !== false;
      return isKnown ? { path: files.fileSystem.resolve(directory ?? "", path), source } : undefined;
    }
  }
  return configHome === undefined
    ? undefined
    : { path: files.fileSystem.resolve(configHome, "git/ignore"), source: "user" };
}

/** A longer path in a file is ignored: no system opens it, and thousands of names take long to process. */
const MAX_PATH_BYTES = 4096;

/** Decodes a path that a file contains. */
function toPath(bytes: string | undefined): string | undefined {
  return bytes === undefined || bytes.length > MAX_PATH_BYTES ? undefined : Buffer.from(bytes, "latin1").toString();
}

/** The next comment, section or key. Sticky, so that a malformed file takes no longer. */
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
