// Writes folds as globs.
import type { ByteString } from "../byte-string.ts";

/** What means something in a glob. A comma and a bracket of the other kind only do where a caller mistakes them. */
const SPECIAL = /[\\*?[\]{}()!,]/g;

/** What most names look like. */
const PLAIN = /^[A-Za-z0-9_.-]*$/;

/** The glob of all names that begin and end like this. `directoriesOnly`: of directories only. */
export function writeFold(prefix: ByteString, suffix: ByteString, directoriesOnly: boolean): ByteString {
  return `${escape(prefix)}*${escape(suffix)}${directoriesOnly ? "/" : ""}` as ByteString;
}

/** The glob of all names that go on after a prefix with a character from one to another, and end with a suffix. */
export function writeRange(
  prefix: ByteString,
  [low, high]: readonly [ByteString, ByteString],
  suffix: ByteString,
  directoriesOnly: boolean,
): ByteString {
  const range = low === high ? escape(low) : `[${escapeInClass(low)}-${escapeInClass(high)}]`;
  return `${escape(prefix)}${range}*${escape(suffix)}${directoriesOnly ? "/" : ""}` as ByteString;
}

/** What a fold asks of the folds inside it, so that they match nothing that it does not match. */
export interface FoldBounds {
  /** How many bytes they must have before their `*`. */
  readonly prefixLength: number;
  /** What they must end with. */
  readonly suffix: ByteString;
}

const FOLD = /^((?:\\.|[^\\*?[])*)(\[(?:\\.|[^\\])-(?:\\.|[^\\])\])?\*((?:\\.|[^\\*?[])*?)\/?$/s;

/** What a fold asks of those inside it; nothing if it is another glob than those above. */
export function readFoldBounds(glob: ByteString): FoldBounds {
  const [, prefix = "", range, suffix = ""] = FOLD.exec(glob) ?? [];
  return { prefixLength: unescape(prefix).length + (range === undefined ? 0 : 1), suffix: unescape(suffix) };
}

function unescape(text: string): ByteString {
  return text.replaceAll(/\\(.)/gs, "$1") as ByteString;
}

function escape(text: ByteString): string {
  return PLAIN.test(text) ? text : text.replaceAll(SPECIAL, "\\$&");
}

function escapeInClass(character: ByteString): string {
  return character.replace(/[\\\]^!-]/, "\\$&");
}
