// What an answer says after its entries, for people: what they may give next is an option of the command, ready to paste into a shell.
import { renderEnd, type PageEnd } from "../text/closing-lines.ts";
import { escapeCharacters } from "../text/entry-label.ts";

export function endLines(end: PageEnd): string[] {
  return renderEnd(end, writeOption);
}

function writeOption(name: string, value: string): string {
  const text = escapeCharacters(value);
  const word = /^[\p{L}\p{N}_./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `--${name}${text.startsWith("-") ? "=" : " "}${word}`;
}
