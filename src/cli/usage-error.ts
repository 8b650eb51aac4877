// The one error that a command ends with whose words make no sense.
import { escapeCharacters } from "../render/escape-characters.ts";
import type { CommandName } from "./option-table.ts";

/** A word that nobody knows, and those that may have been meant. */
export interface Mistyped {
  readonly word: string;
  readonly known: readonly string[];
}

export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The command whose help to read. */
  readonly command: CommandName;
  readonly mistyped: Mistyped | undefined;

  constructor(message: string, command: CommandName = "list", mistyped?: Mistyped) {
    super(message);
    this.command = command;
    this.mistyped = mistyped;
  }
}

/** A word as a message repeats it: it can't act on a terminal, nor make a second line. */
export function quoteWord(word: string): string {
  return `'${escapeCharacters(word)}'`;
}
