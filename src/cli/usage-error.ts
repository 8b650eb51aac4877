// The error for a command line that makes no sense, and the text that the user gets for it.
import { suggest } from "../core/suggest.ts";
import { escapeCharacters } from "../render/entry-label.ts";
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

/** The longest error that a server's log gets. */
const LONGEST_LINE = 200;

/** What was wrong, what may have been meant, and where to read more. */
export async function describeUsageError({ message, command, mistyped }: UsageError): Promise<string> {
  if (command === "mcp") {
    // It goes into the log of a host: one line, like the server's other errors.
    return `dirleaf mcp: ${escapeCharacters(message.slice(0, LONGEST_LINE))}\n`;
  }
  const suggestion = mistyped === undefined ? "" : await describeMeant(mistyped, command);
  const help = command === "list" ? "dirleaf --help" : `dirleaf ${command} --help`;
  return `dirleaf: ${message}${suggestion}\nTry '${help}'.\n`;
}

async function describeMeant({ word, known }: Mistyped, command: CommandName): Promise<string> {
  if (command === "list" || command === "map") {
    // Loaded on demand: most options are known.
    const instead = (await import("./options-of-others.ts")).insteadOf(word);
    if (instead !== undefined) {
      return `; ${instead}`;
    }
  }
  const meant = suggest(word, known);
  return meant === undefined ? "" : `; did you mean '${meant}'?`;
}

/** A word as a message repeats it: it can't control the terminal or start a new line. */
export function quoteWord(word: string): string {
  return `'${escapeCharacters(word)}'`;
}
