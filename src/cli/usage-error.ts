// The error for a command line that makes no sense.
import { escapeCharacters } from "../render/quote-name.ts";
import type { CommandName } from "./option-table.ts";

/** An unknown word, and the words that the user may have meant. */
export interface Mistyped {
  readonly word: string;
  readonly known: readonly string[];
}

export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The command whose help the user should read. */
  readonly command: CommandName;
  readonly mistyped: Mistyped | undefined;

  constructor(message: string, command: CommandName = "list", mistyped?: Mistyped) {
    super(message);
    this.command = command;
    this.mistyped = mistyped;
  }
}

/** A word as a message repeats it: it can't control the terminal or start a new line. */
export function quoteWord(word: string): string {
  return `'${escapeCharacters(word)}'`;
}
