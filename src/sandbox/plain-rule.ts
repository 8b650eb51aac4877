// Reads a deny rule as the operator wrote it. A rule that can match nothing is refused, with what to write instead: nobody would
// notice that it does not hide what it should.
import { hasDrives } from "../core/absolute-path.ts";
import type { ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { readExtendedGlob } from "../filters/glob-mistake.ts";
import { GlobError } from "../filters/glob-patterns.ts";
import { toLiteralGlob } from "../filters/glob-tokens.ts";

/** What a rule depends on besides its text. */
type RulePlace = Pick<FileSystem, "isAbsolute" | "mayExist">;

/** Where `\` is an escape, these don't come after it. What comes before is no `\`, or pairs of them. */
const BACKSLASH_BEFORE_LETTER = /(?<!\\)(?:\\\\)*\\[\p{L}\p{N}_]/u;

/** A drive at the start of a rule, as in `C:/a`, `/C:/a` and `C:a`. */
const DRIVE = /^\/?([A-Za-z]:)(?=(\/?))/;

/** A share at the start of a rule. */
const SHARE = /^\/\/([^/]+)\/+([^/]+)/;

/** What a drive or share may have before it: `//?/C:/a`, `//?/UNC/server/share/a`. */
const VERBATIM = /^\/\/[?.]\/(?:(?=[A-Za-z]:)|UNC\/)/i;

/**
 * A rule without `.` and `..`. An absolute one begins with a slash. On Windows its first name is the drive or share, as it is among
 * the names of a path, or `*` if the rule begins with neither: then it applies on all of them.
 */
export function toPlainRule(place: RulePlace, rule: string): string {
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
    throw new GlobError(`the deny rule ${JSON.stringify(rule)} names no entry; write a path or a glob`);
  }
  const anywhere = hasDrives(place) ? ["", "*"] : [""];
  const start = volume === undefined ? (rule.startsWith("/") ? anywhere : []) : ["", volume];
  return `${[...start, ...names].join("/")}${rule.endsWith("/") ? "/" : ""}`;
}

/** Refuses what is written as on another system or in another tool. */
function refuseForeign(place: RulePlace, rule: string): void {
  if (rule.startsWith("~")) {
    throw new GlobError(
      `the deny rule ${JSON.stringify(rule)} begins with ~, which stands for nothing here; write the whole path, ` +
        "or **/ before a name that begins so",
    );
  }
  if (!hasDrives(place) && /^[A-Za-z]:[\\/]/.test(rule)) {
    throw new GlobError(
      `the deny rule ${JSON.stringify(rule)} begins with a drive, and there are none here; write a path that begins with /, ` +
        "or **/ before a name that begins so",
    );
  }
  if (BACKSLASH_BEFORE_LETTER.test(rule)) {
    throw new GlobError(
      `the deny rule ${JSON.stringify(rule)} has a \\ before a letter, but names are parted by /; ` +
        `write ${JSON.stringify(rule.replaceAll(/\\+/g, "/"))}`,
    );
  }
  const { kept, negated } = readExtendedGlob(rule) ?? {};
  if (kept !== undefined || negated !== undefined) {
    const instead = negated === undefined ? `write ${JSON.stringify(kept)}` : "write what to hide";
    throw new GlobError(
      `the deny rule ${JSON.stringify(rule)} has a group in parentheses, which is no glob here; ${instead}, ` +
        'or "[(]" for a parenthesis in a name',
    );
  }
}

/** The drive or share that a rule begins with, as a glob, and what comes after it. */
function splitVolume(place: RulePlace, rule: string): { readonly volume: string | undefined; readonly rest: string } {
  const plain = rule.replace(VERBATIM, (start) => (start.length > 4 ? "//" : ""));
  const [before, drive, slash] = DRIVE.exec(plain) ?? [];
  if (before !== undefined && drive !== undefined) {
    const rest = plain.slice(before.length);
    refuseDrive(place, rule, drive, slash === "" ? rest : undefined);
    return { volume: drive.toUpperCase(), rest };
  }
  const [share, server = "", name = ""] = SHARE.exec(plain) ?? [];
  return share === undefined
    ? { volume: undefined, rest: plain }
    : { volume: toLiteralGlob(`\\\\${server}\\${name}`), rest: plain.slice(share.length) };
}

/** Refuses a drive that does not exist, and `C:a`: what that means depends on where somebody last was on that drive. */
function refuseDrive(place: RulePlace, rule: string, drive: string, relative: string | undefined): void {
  if (relative !== undefined && relative !== "") {
    const instead = JSON.stringify(`${drive}/${relative}`);
    throw new GlobError(`the deny rule ${JSON.stringify(rule)} has no slash after its drive; write ${instead}`);
  }
  if (place.mayExist?.(`${drive}\\` as ByteString) === false) {
    throw new GlobError(
      `the deny rule ${JSON.stringify(rule)} names a drive that does not exist; write one that does, ` +
        "or begin the rule with / to apply it to every drive",
    );
  }
}
