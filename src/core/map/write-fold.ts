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

/** The glob of all names that go on after a prefix with a character from one to another. */
export function writeRange(
  prefix: ByteString,
  [low, high]: readonly [ByteString, ByteString],
  directoriesOnly: boolean,
): ByteString {
  const range = low === high ? escape(low) : `[${escapeInClass(low)}-${escapeInClass(high)}]`;
  return `${escape(prefix)}${range}*${directoriesOnly ? "/" : ""}` as ByteString;
}

function escape(text: ByteString): string {
  return PLAIN.test(text) ? text : text.replaceAll(SPECIAL, "\\$&");
}

function escapeInClass(character: ByteString): string {
  return character.replace(/[\\\]^!-]/, "\\$&");
}
