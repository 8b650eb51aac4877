// Finds repositories and what their configuration and the user's say about ignored files. It reads git's files instead of running git.
import { readConfigValue } from "./git-config.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import type { NamedBy, RuleFiles } from "./rule-files.ts";

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

/** The rules that hold at the top of a repository, or outside any, without those of the ignore files in the tree. */
export async function readOuterRules(
  files: RuleFiles,
  user: User,
  repository: Repository | undefined,
): Promise<IgnoreRules> {
  const readOwn = async (name: string) =>
    repository && files.read(files.fileSystem.resolve(repository.gitDirectory, name), repository.namedBy);
  // Whatever the place of a repository, it and its configuration may have come from anywhere.
  const configs: Config[] = [{ text: (await readOwn("config")) ?? "", names: "tree" }, ...user.configs];
  const [ignoresCase = ""] = configs.flatMap(({ text }) => readConfigValue(text, "core", "ignorecase") ?? []);
  const excludes = findExcludesFile(files, user, configs, repository?.top);
  return new IgnoreRules(/^(?:true|yes|on|[1-9]\d*)$/i.test(String(ignoresCase)))
    .withFile(excludes && (await files.read(excludes.path, excludes.namedBy)))
    .withFile(await readOwn("info/exclude"));
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
