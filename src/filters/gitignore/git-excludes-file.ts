// Finds what git's configuration says about ignored files: where the user's global excludes file is, and whether case counts.
import { toByteString, type ByteString } from "../../core/byte-string.ts";
import type { Repository } from "./find-repository.ts";
import { readConfigValue, toBoolean } from "./git-config.ts";
import type { GitEnvironment } from "./git-environment.ts";
import { toPlainPath } from "../plain-path.ts";
import type { NamedBy, RuleFile, RuleFiles } from "./rule-files.ts";

/** A larger configuration file counts as absent: parsing it would block everybody else. */
const MAX_CONFIG_BYTES = 64 * 1024;

/** A value of `core.excludesFile`. */
export interface ExcludesSetting {
  readonly value: string;
  /** Who set it: a configuration file in the tree or of a repository can name any file. */
  readonly namedBy: NamedBy;
}

/** Where an excludes file is. */
export interface ExcludesFile {
  readonly path: ByteString;
  readonly namedBy: NamedBy;
}

/** What a configuration says about ignored files. */
export interface IgnoreSettings {
  /** `core.excludesFile`. */
  readonly excludes: ExcludesSetting | undefined;
  /** `core.ignoreCase`: whether patterns match names in any case. */
  readonly foldsCase: boolean | undefined;
}

const NO_SETTINGS: IgnoreSettings = { excludes: undefined, foldsCase: undefined };

/** The settings in the user's configuration. */
export async function userSettings(files: RuleFiles, environment: GitEnvironment): Promise<IgnoreSettings> {
  const { home } = environment;
  const configHome = userConfigHome(environment);
  const first = home === undefined ? NO_SETTINGS : await readUserFile(files, `${home}/.gitconfig`);
  const isKnown = first.excludes !== undefined && first.foldsCase !== undefined;
  return configHome === undefined || isKnown
    ? first
    : withDefaults(first, await readUserFile(files, `${configHome}/git/config`));
}

/** The settings for a repository: its own, else the user's. */
export async function repositorySettings(
  files: RuleFiles,
  user: IgnoreSettings,
  repository: Repository,
): Promise<IgnoreSettings> {
  const path = `${repository.commonDirectory}/config` as ByteString;
  // Always `tree`, wherever the repository is: it and its configuration may have come from anywhere.
  return withDefaults(readSettings(await files.read(path, repository.namedBy, MAX_CONFIG_BYTES), "tree"), user);
}

function withDefaults(own: IgnoreSettings, other: IgnoreSettings): IgnoreSettings {
  return { excludes: own.excludes ?? other.excludes, foldsCase: own.foldsCase ?? other.foldsCase };
}

/** The excludes file that a setting names in a repository, or outside any; the default if there is no setting. */
export function excludesFile(
  files: RuleFiles,
  environment: GitEnvironment,
  setting: ExcludesSetting | undefined,
  repository: Repository | undefined,
): ExcludesFile | undefined {
  const { home } = environment;
  if (setting === undefined) {
    const configHome = userConfigHome(environment);
    return configHome === undefined ? undefined : { path: toPlainBytes(`${configHome}/git/ignore`), namedBy: "user" };
  }
  const { value, namedBy } = setting;
  if (/^~(?:\/|$)/.test(value)) {
    return home === undefined ? undefined : { path: toPlainPath(toByteString(home) + value.slice(1)), namedBy };
  }
  // Git resolves a relative path against the top. Only the system knows the home of another user (`~name/`).
  const isKnown = repository === undefined ? files.isAbsolute(value) : value !== "" && !value.startsWith("~");
  return isKnown ? { path: files.resolve(repository?.top ?? ("" as ByteString), value), namedBy } : undefined;
}

function userConfigHome({ home, xdgConfigHome = "" }: GitEnvironment): string | undefined {
  if (xdgConfigHome !== "") {
    return xdgConfigHome;
  }
  return home === undefined ? undefined : `${home}/.config`;
}

async function readUserFile(files: RuleFiles, path: string): Promise<IgnoreSettings> {
  const file = await files.read(toPlainBytes(path), "user", MAX_CONFIG_BYTES);
  return readSettings(file, file?.isInside === true ? "tree" : "user");
}

/** What files say that were parsed before. */
const KNOWN_VALUES = new WeakMap<
  Uint8Array,
  { readonly excludes: string | undefined; readonly foldsCase: boolean | undefined }
>();

function readSettings(file: RuleFile | undefined, namedBy: NamedBy): IgnoreSettings {
  if (file === undefined) {
    return NO_SETTINGS;
  }
  const known = KNOWN_VALUES.get(file.bytes) ?? readValues(file.text);
  KNOWN_VALUES.set(file.bytes, known);
  const { excludes, foldsCase } = known;
  return { excludes: excludes === undefined ? undefined : { value: excludes, namedBy }, foldsCase };
}

function readValues(text: ByteString) {
  const excludes = readConfigValue(text, "core", "excludesfile");
  const ignoreCase = readConfigValue(text, "core", "ignorecase");
  return {
    // Git refuses to work with a path that has no value.
    excludes: excludes === true ? undefined : excludes,
    foldsCase: ignoreCase === undefined ? undefined : toBoolean(ignoreCase),
  };
}

function toPlainBytes(path: string): ByteString {
  return toPlainPath(toByteString(path));
}
