// What git's configuration says about ignored files: where the user's own excludes file is, and whether case counts.
import { toByteString, type ByteString } from "../../core/byte-string.ts";
import type { Repository } from "./find-repository.ts";
import { normalPath, type NamedBy, type RuleFile, type RuleFiles } from "./rule-files.ts";

/** What git reads from its process environment to find the user's own files. */
export interface GitEnvironment {
  /**
   * The user's home directory.
   * @default none: there is no user configuration
   */
  readonly home?: string | undefined;
  /**
   * `XDG_CONFIG_HOME`.
   * @default `.config` in the home directory
   */
  readonly xdgConfigHome?: string | undefined;
}

/** A larger configuration file counts as absent: parsing it would block everybody else. */
const MAX_CONFIG_BYTES = 64 * 1024;

/** Where an excludes file is. */
export interface ExcludesFile {
  readonly path: ByteString;
  readonly namedBy: NamedBy;
}

/** What a configuration says about ignored files. */
export interface IgnoreSettings {
  /** `core.excludesFile`, and who set it: a configuration file in the tree or of a repository can name any file. */
  readonly excludes: { readonly value: string; readonly namedBy: NamedBy } | undefined;
  /** `core.ignoreCase`: whether patterns match names in any case. */
  readonly ignoresCase: boolean | undefined;
  /** `extensions.objectFormat`: how objects are named, `sha1` or `sha256`. */
  readonly objectFormat: string | undefined;
}

const NO_SETTINGS: IgnoreSettings = { excludes: undefined, ignoresCase: undefined, objectFormat: undefined };

/** The settings in the user's configuration. */
export async function userSettings(files: RuleFiles, environment: GitEnvironment): Promise<IgnoreSettings> {
  const { home } = environment;
  const configHome = userConfigHome(environment);
  const first = home === undefined ? NO_SETTINGS : await readUserFile(files, `${home}/.gitconfig`);
  const isKnown = first.excludes !== undefined && first.ignoresCase !== undefined;
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
  const { objectFormat } = own;
  return { excludes: own.excludes ?? other.excludes, ignoresCase: own.ignoresCase ?? other.ignoresCase, objectFormat };
}

/** The excludes file that a setting names in a repository, or outside any; the default if there is no setting. */
export function excludesFile(
  files: RuleFiles,
  environment: GitEnvironment,
  setting: IgnoreSettings["excludes"],
  repository: Repository | undefined,
): ExcludesFile | undefined {
  const { home } = environment;
  if (setting === undefined) {
    const configHome = userConfigHome(environment);
    return configHome === undefined ? undefined : { path: normalBytes(`${configHome}/git/ignore`), namedBy: "user" };
  }
  const { value, namedBy } = setting;
  if (/^~(?:\/|$)/.test(value)) {
    return home === undefined ? undefined : { path: normalPath(toByteString(home) + value.slice(1)), namedBy };
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
  const file = await files.read(normalBytes(path), "user", MAX_CONFIG_BYTES);
  return readSettings(file, file?.isInside === true ? "tree" : "user");
}

function readSettings(file: RuleFile | undefined, namedBy: NamedBy): IgnoreSettings {
  if (file === undefined) {
    return NO_SETTINGS;
  }
  const text = toByteString(file.bytes);
  const excludes = readConfigValue(text, "core", "excludesfile");
  const ignoreCase = readConfigValue(text, "core", "ignorecase");
  const objectFormat = readConfigValue(text, "extensions", "objectformat");
  return {
    // Git refuses to work with a path that has no value.
    excludes: excludes === undefined || excludes === true ? undefined : { value: excludes, namedBy },
    ignoresCase: ignoreCase === undefined ? undefined : toBoolean(ignoreCase),
    objectFormat: objectFormat === true ? undefined : objectFormat,
  };
}

function normalBytes(path: string): ByteString {
  return normalPath(toByteString(path));
}

/** What git treats as white space. `\s` would also match parts of letters: the text is bytes, and the last one of `à` is A0. */
const SPACE = /[ \t\n\r]/;

const SECTION = /\[([A-Za-z0-9.-]+)([ \t]+"(?:[^"\\\n]|\\[^\n])*")?\]/y;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|(?=\n)|$)/y;

/** What a character after `\` means in a value. A `\` at the end of a line continues the value on the next. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", ""],
  ["t", "\t"],
  ["b", "\b"],
  ["n", "\n"],
  ["\\", "\\"],
  ['"', '"'],
]);

/**
 * The last value of a key in a section without a subsection, both named in lower case. `true` for a key without a value. Parsing stops
 * at the first syntax error, where git would refuse to work at all.
 */
export function readConfigValue(config: string, section: string, key: string): string | true | undefined {
  if (!config.toLowerCase().includes(key)) {
    // Most configurations say nothing about it, and need not be parsed.
    return undefined;
  }
  const text = config.replace(/^\xef\xbb\xbf/, "").replaceAll("\r\n", "\n");
  let found: string | true | undefined;
  let isInSection = false;
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (SPACE.test(char)) {
      at += 1;
      continue;
    }
    if (char === "#" || char === ";") {
      at = lineEnd(text, at);
      continue;
    }
    const line = char === "[" ? SECTION : KEY;
    line.lastIndex = at;
    const match = line.exec(text);
    if (match === null) {
      break;
    }
    at += match[0].length;
    const name = match[1]?.toLowerCase();
    if (char === "[") {
      isInSection = match[2] === undefined && name === section;
    } else if (match[2] === "=") {
      const value = readValue(text, at);
      if (value === undefined) {
        break;
      }
      found = isInSection && name === key ? value.text : found;
      at = value.end;
    } else {
      found = isInSection && name === key ? true : found;
    }
  }
  return found;
}

/** A value as git reads a boolean; undefined for one that git would refuse to work with. */
export function toBoolean(value: string | true): boolean | undefined {
  if (value === true || /^(?:true|yes|on)$/i.test(value)) {
    return true;
  }
  if (/^(?:false|no|off|)$/i.test(value)) {
    return false;
  }
  return /^[-+]?(?:0x[0-9a-f]+|0[0-7]*|[1-9][0-9]*)[kmg]?$/i.test(value)
    ? /[1-9a-f]/i.test(value.replace(/^[-+]?0x|[kmg]$/gi, ""))
    : undefined;
}

/** The value that starts here and where its line ends, or undefined if it is malformed. */
function readValue(text: string, start: number): { text: string; end: number } | undefined {
  let value = "";
  let spaces = "";
  let isQuoted = false;
  for (let at = start; ; at += 1) {
    const char = text[at] ?? "\n";
    if (char === "\n") {
      return isQuoted ? undefined : { text: value, end: at };
    }
    if (!isQuoted && SPACE.test(char)) {
      spaces += value === "" ? "" : char;
      continue;
    }
    if (!isQuoted && (char === "#" || char === ";")) {
      return { text: value, end: lineEnd(text, at) };
    }
    value += spaces;
    spaces = "";
    if (char === '"') {
      isQuoted = !isQuoted;
    } else if (char === "\\") {
      at += 1;
      const escaped = ESCAPES.get(text[at] ?? "\n");
      if (escaped === undefined) {
        return undefined;
      }
      value += escaped;
    } else {
      value += char;
    }
  }
}

function lineEnd(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline;
}
