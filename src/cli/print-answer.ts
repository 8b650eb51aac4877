// Prints an answer: text for people or for a model, JSON, or with `--paths` and `-0` bare paths relative to the working directory, with notes on
// standard error.
import { join, relative } from "node:path";

import { isStorePath } from "./open-stores.ts";
import type { Answer } from "../tools/tool-declaration.ts";
import type { EntryKind } from "../core/entry.ts";
import { renderEnd, type PageEnd } from "../text/closing-lines.ts";
import { escapeCharacters, escapeLines, plain, type Line } from "../text/entry-label.ts";
import type { ListDirEntry } from "../text/listing.ts";
import type { CommandLine } from "./command-line.ts";
import type { NamedDirectory } from "./directories.ts";
import { isTerminal, printEscaped, print, type TerminalProcess } from "./terminal-process.ts";

/** An entry by its path below the directory that was asked about. */
export interface PathEntry {
  readonly path: string;
  readonly kind: EntryKind;
  readonly problem?: ListDirEntry["problem"];
}

/** Whether to print paths instead of text or JSON. */
export function printsPaths({ options }: CommandLine): boolean {
  return options.has("paths") || options.has("null");
}

/** Returns a function that writes the path of an entry and the character after it. */
export function pathWriter(
  directory: string,
  { options }: CommandLine,
  terminal: TerminalProcess,
): (entry: PathEntry) => string {
  const end = options.has("null") ? "\0" : "\n";
  const isInStore = isStorePath(directory);
  const start = isInStore ? directory.replace(/\/$/, "") : relative(terminal.cwd(), directory);
  const escape = isTerminal(terminal.output) ? escapeCharacters : (text: string) => text;
  return ({ path, kind }) => {
    const whole = isInStore ? `${start}/${path}` : join(start, path);
    // Otherwise programs would take it for an option.
    return escape((whole.startsWith("-") ? "./" : "") + whole + (kind === "directory" ? "/" : "")) + end;
  };
}

/** The forms of an answer. Only the requested one is made. */
interface Forms extends Answer<object> {
  /** Its entries, and its other lines. */
  paths(): { readonly entries: readonly PathEntry[]; readonly notes: readonly string[] };
  /** Its lines for people. */
  lines(): readonly Line[] | Promise<readonly Line[]>;
}

/** Prints an answer as the command line asks for it: paths, with notes on standard error, or JSON, or text. */
export async function printAnswer(
  { command, head, audience }: NamedDirectory,
  terminal: TerminalProcess,
  answer: Forms,
): Promise<void> {
  if (printsPaths(command)) {
    const { entries, notes } = answer.paths();
    await print(terminal.output, entries.map(pathWriter(answer.openedPath, command, terminal)).join(""));
    await printNotes(notes, terminal);
  } else if (command.options.has("json")) {
    await print(terminal.output, `${escapeLines(JSON.stringify(answer.data()))}\n`);
  } else {
    const text = audience === "people" ? await draw(await answer.lines(), command, terminal) : answer.text();
    await print(terminal.output, `${head}${text}\n`);
  }
}

/** The text of lines for people. */
async function draw(lines: readonly Line[], { options }: CommandLine, terminal: TerminalProcess): Promise<string> {
  const { isColoured, paint } = await import("./screen.ts");
  return isColoured(options, terminal) ? paint(lines) : lines.map(plain).join("\n");
}

export async function printNotes(notes: readonly string[], terminal: TerminalProcess): Promise<void> {
  await printEscaped(terminal.stderr, notes.map((note) => `dirleaf: ${note}\n`).join(""));
}

/** The closing lines of an answer, and which entries could not be read, since paths can't say that. */
export function notesOn(end: PageEnd, entries: readonly PathEntry[]): string[] {
  const unreadable = entries.flatMap(({ path, problem }) => (problem === undefined ? [] : [{ path, problem }]));
  return endLines({ ...end, ...(unreadable.length > 0 && { unreadable }) });
}

/** An answer for people: its root, these lines, and its closing lines, which are never cut, so that they can be copied. */
export function answerLines(answer: PageEnd & { readonly root: string }, lines: readonly Line[]): Line[] {
  return [[{ text: answer.root }], ...lines, ...endLines(answer).map(noteLine)];
}

export function noteLine(text: string): Line {
  return [{ text, role: "note" }];
}

/** The closing lines, with arguments as options that can be pasted into a shell. */
export function endLines(end: PageEnd): string[] {
  return renderEnd(end, writeOption);
}

function writeOption(name: string, value: string): string {
  const text = escapeCharacters(value);
  const word = /^[\p{L}\p{N}_./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `--${name}${text.startsWith("-") ? "=" : " "}${word}`;
}
