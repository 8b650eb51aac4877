// Finds the files that say what git ignores, without running git: those of repositories and those of the user.
import { readConfigValue } from "./git-config.ts";
import type { PathSource, RuleFiles } from "./rule-files.ts";

/** A repository of git. */
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

/** Reads the rules of a repository and of the user. */
export async function readOuterRules(
  files: RuleFiles,
  user: User,
  repository: Repository | undefined,
): Promise<OuterRules> {
  const readOwn = async (name: string) =>
    repository && files.read(files.fileSystem.resolve(repository.gitDirectory, name), repository.source);
  // Wherever a repository is, its configuration may have been written by anybody.
  const configs: Config[] = [{ text: (await readOwn("config")) ?? "", source: "tree" }, ...user.configs];
  const [ignoresCase = ""] = configs.flatMap(({ text }) => readConfigValue(text, "ignorecase") ?? []);
  const excludes = findExcludesFile(files, user, configs, repository?.top);
  return {
    ignoresCase: /^(?:true|yes|on|[1-9]\d*)$/i.test(String(ignoresCase)),
    texts: [excludes && (await files.read(excludes.path, excludes.source)), await readOwn("info/exclude")],
  };
}

/** Finds the user's own directories, and reads their configuration files. */
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
    const value = readConfigValue(text, "excludesfile");
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
