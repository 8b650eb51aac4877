// The operator's deny rules: what is never visible anywhere in the file system. They fail closed: a rule that can't match
// anything is refused when it is set, and a rule that can't be evaluated lets nothing through.
import { hasDrives, namesOfPath, splitNames, toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { excludeFilter, type GlobFilter } from "../filters/glob-filter.ts";
import { checkGlobs, compileGlobs, GlobError } from "../filters/glob-patterns.ts";
import { readExtendedGlob } from "../filters/glob-mistake.ts";
import { readLiteralGlob, toLiteralGlob } from "../filters/glob-tokens.ts";
import type { NameTest, PathPattern } from "../filters/pattern-set.ts";
import { foldGlob, foldName } from "../core/names/fold-name.ts";
import { findRealPath, Retried } from "./allowed-roots.ts";

/** The filter of the file system's top. Throws a `GlobError` for a rule that can't be used. */
export function denyRules(fileSystem: FileSystem, rules: readonly string[]): Retried<GlobFilter> {
  checkGlobs(rules);
  const normal = rules.map((rule) => normalRule(fileSystem, rule));
  return new Retried(async (dropLater) => excludeFilter(await compileRules(fileSystem, normal, dropLater), "deny"));
}

async function compileRules(
  fileSystem: FileSystem,
  rules: readonly string[],
  dropLater: () => void,
): Promise<PathPattern[]> {
  const patterns = await compileBoth(rules);
  const elsewhere = await Promise.all(rules.map((rule) => compileElsewhere(fileSystem, rule, dropLater)));
  return [...patterns, ...elsewhere.flat()];
}

/** Compiles globs for names as they are, and for the form that all spellings of a name share. */
async function compileBoth(globs: readonly string[]): Promise<PathPattern[]> {
  const inAnySpelling = await compileGlobs(globs.map(foldGlob), "absolute");
  // A class can distinguish case: `[!A-Z]` matches `b`, but not in that form. The form covers everything else.
  const exact = await compileGlobs(
    globs.filter((glob) => glob.includes("[")),
    "absolute",
  );
  return [...inAnySpelling.map(forAnySpelling), ...exact];
}

/** The patterns that apply a rule for an absolute path to the real path as well, if the path contains links. */
async function compileElsewhere(fileSystem: FileSystem, rule: string, dropLater: () => void): Promise<PathPattern[]> {
  if (!rule.startsWith("/")) {
    return [];
  }
  const names = splitNames(toByteString(rule)).map(readLiteralGlob);
  const firstGlob = names.indexOf(undefined);
  const count = firstGlob === -1 ? names.length : firstGlob;
  const isOnAnyDrive = hasDrives(fileSystem) && count === 0;
  const given = toPath(fileSystem, names.slice(0, count) as string[]);
  const real = isOnAnyDrive ? given : await findRealPath(fileSystem, given, dropLater);
  if (real === given) {
    return [];
  }
  const above = namesOfPath(real).map((name): NameTest => {
    const folded = foldName(name);
    return (other) => foldName(other) === folded;
  });
  const directoriesOnly = rule.endsWith("/");
  if (count === names.length) {
    return [{ parts: above, directoriesOnly, cost: above.length }];
  }
  const rest = rule.split("/").slice(1 + count);
  const below = await compileBoth([`/${rest.join("/")}`]);
  return below.map((pattern) => ({ ...pattern, parts: [...above, ...pattern.parts] }));
}

/** The path of these names, the first of which is a drive or share on Windows. */
function toPath(fileSystem: FileSystem, names: readonly string[]): ByteString {
  const [volume = "", ...rest] = names;
  return (hasDrives(fileSystem) ? `${volume}\\${rest.join("\\")}` : `/${names.join("/")}`) as ByteString;
}

function forAnySpelling(pattern: PathPattern): PathPattern {
  const parts = pattern.parts.map((part) =>
    typeof part === "function" ? (name: ByteString) => part(foldName(name)) : part,
  );
  return { ...pattern, parts };
}

/** What a rule depends on besides its text. */
type RulePlace = Pick<FileSystem, "isAbsolute" | "mayExist">;

/** A drive at the start of a rule, as in `C:/a`, `/C:/a` and `C:a`. */
const DRIVE = /^\/?([A-Za-z]:)(?=(\/?))/;

/** A share at the start of a rule. */
const SHARE = /^\/\/([^/]+)\/+([^/]+)/;

/** What a drive or share may have before it: `//?/C:/a`, `//?/UNC/server/share/a`. */
const VERBATIM = /^\/\/[?.]\/(?:(?=[A-Za-z]:)|UNC\/)/i;

/**
 * A deny rule as the operator wrote it, without `.` and `..`. Throws a `GlobError` for one that can match nothing, and says what to write
 * instead: nobody would notice that it does not hide what it should.
 *
 * An absolute one begins with a slash. On Windows its first name is the drive or share, as it is among the names of a path, or `*` if the
 * rule begins with neither: then it applies on all of them.
 */
export function normalRule(place: RulePlace, rule: string): string {
  refuseForeign(place, rule);
  const { volume, rest } = hasDrives(place) ? splitVolume(place, rule) : { volume: undefined, rest: rule };
  const names: string[] = [];
  for (const name of rest.split("/")) {
    if (name === "..") {
      names.pop();
    } else if (name !== "" && name !== ".") {
      names.push(name);
    }
  }
  if (names.length === 0 && volume === undefined) {
    refuse(rule, "names no entry; write a path or a glob");
  }
  const anywhere = hasDrives(place) ? ["", "*"] : [""];
  const start = volume === undefined ? (rule.startsWith("/") ? anywhere : []) : ["", volume];
  return `${[...start, ...names].join("/")}${rule.endsWith("/") ? "/" : ""}`;
}

function refuse(rule: string, why: string): never {
  throw new GlobError(`the deny rule ${JSON.stringify(rule)} ${why}`);
}

/** Refuses what is written as on another system or in another tool. */
function refuseForeign(place: RulePlace, rule: string): void {
  const orAnyName = "or **/ before a name that begins so";
  if (rule.startsWith("~")) {
    refuse(rule, `begins with ~, which stands for nothing here; write the whole path, ${orAnyName}`);
  }
  if (!hasDrives(place) && /^[A-Za-z]:[\\/]/.test(rule)) {
    const instead = "write a path that begins with /";
    refuse(rule, `begins with a drive, and there are none here; ${instead}, ${orAnyName}`);
  }
  // Where `\` is an escape, no letter comes after it. What comes before is no `\`, or pairs of them.
  if (/(?<!\\)(?:\\\\)*\\[\p{L}\p{N}_]/u.test(rule)) {
    const instead = JSON.stringify(rule.replaceAll(/\\+/g, "/"));
    refuse(rule, `has a \\ before a letter, but names are parted by /; write ${instead}`);
  }
  const { kept, negated } = readExtendedGlob(rule) ?? {};
  if (kept !== undefined || negated !== undefined) {
    const instead = negated === undefined ? `write ${JSON.stringify(kept)}` : "write what to hide";
    const orParenthesis = 'or "[(]" for a parenthesis in a name';
    refuse(rule, `has a group in parentheses, which is no glob here; ${instead}, ${orParenthesis}`);
  }
}

/** The drive or share that a rule begins with, as a glob, and what comes after it. */
function splitVolume(place: RulePlace, rule: string): { readonly volume: string | undefined; readonly rest: string } {
  const text = rule.replace(VERBATIM, (start) => (start.length > 4 ? "//" : ""));
  const [before, drive, slash] = DRIVE.exec(text) ?? [];
  if (before !== undefined && drive !== undefined) {
    const rest = text.slice(before.length);
    refuseDrive(place, rule, drive, slash === "" ? rest : undefined);
    return { volume: drive.toUpperCase(), rest };
  }
  const [share, server = "", name = ""] = SHARE.exec(text) ?? [];
  return share === undefined
    ? { volume: undefined, rest: text }
    : { volume: toLiteralGlob(`\\\\${server}\\${name}`), rest: text.slice(share.length) };
}

/** Refuses a drive that does not exist, and `C:a`: what that means depends on where somebody last was on that drive. */
function refuseDrive(place: RulePlace, rule: string, drive: string, relative: string | undefined): void {
  if (relative !== undefined && relative !== "") {
    refuse(rule, `has no slash after its drive; write ${JSON.stringify(`${drive}/${relative}`)}`);
  }
  if (place.mayExist?.(`${drive}\\` as ByteString) === false) {
    const instead = "write one that does, or begin the rule with / to apply it to every drive";
    refuse(rule, `names a drive that does not exist; ${instead}`);
  }
}
