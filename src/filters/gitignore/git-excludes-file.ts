// Finds the user's global excludes file where git's configuration says it is.
import { toByteString, type ByteString } from "../../core/byte-string.ts";
import type { Repository } from "./find-repository.ts";
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

/** `core.excludesFile` as written in the user's configuration. */
export async function userExcludesSetting(
  files: RuleFiles,
  environment: GitEnvironment,
): Promise<ExcludesSetting | undefined> {
  const { home } = environment;
  const configHome = userConfigHome(environment);
  return (
    (home === undefined ? undefined : await readSetting(files, `${home}/.gitconfig`)) ??
    (configHome === undefined ? undefined : readSetting(files, `${configHome}/git/config`))
  );
}

/** The excludes file for a repository, or outside any: from its own configuration, else the user's, else the default. */
export async function excludesFile(
  files: RuleFiles,
  environment: GitEnvironment,
  userSetting: ExcludesSetting | undefined,
  repository: Repository | undefined,
): Promise<ExcludesFile | undefined> {
  const { home } = environment;
  const setting = (repository && (await repositorySetting(files, repository))) ?? userSetting;
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

async function repositorySetting(files: RuleFiles, repository: Repository): Promise<ExcludesSetting | undefined> {
  const path = `${repository.commonDirectory}/config` as ByteString;
  const value = readExcludesValue(await files.read(path, repository.namedBy, MAX_CONFIG_BYTES));
  // Always `tree`, wherever the repository is: it and its configuration may have come from anywhere.
  return value === undefined ? undefined : { value, namedBy: "tree" };
}

async function readSetting(files: RuleFiles, path: string): Promise<ExcludesSetting | undefined> {
  const file = await files.read(toPlainBytes(path), "user", MAX_CONFIG_BYTES);
  const value = readExcludesValue(file);
  return value === undefined ? undefined : { value, namedBy: file?.isInside === true ? "tree" : "user" };
}

/** The values in files that were parsed before. */
const EXCLUDES_VALUES = new WeakMap<Uint8Array, { readonly value: string | undefined }>();

function readExcludesValue(file: RuleFile | undefined): string | undefined {
  if (file === undefined) {
    return undefined;
  }
  const known = EXCLUDES_VALUES.get(file.bytes) ?? { value: readConfigValue(file.text, "core", "excludesfile") };
  EXCLUDES_VALUES.set(file.bytes, known);
  return known.value;
}

function toPlainBytes(path: string): ByteString {
  return toPlainPath(toByteString(path));
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
 * The last value of a key in a section without a subsection, both named in lower case. Parsing stops at the first syntax error,
 * where git would refuse to work at all.
 */
export function readConfigValue(config: string, section: string, key: string): string | undefined {
  const text = config.replace(/^\xef\xbb\xbf/, "").replaceAll("\r\n", "\n");
  let found: string | undefined;
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
    }
  }
  return found;
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
