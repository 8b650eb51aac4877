// Our own lines in a listing, a map or a search: the header, and what comes after the entries.
import type { Problem } from "../core/problem.ts";
import { renderCount } from "./amounts.ts";
import { quoteAlways, quoteName, renderLabel } from "./entry-label.ts";

/** What a listing, a map or a search says about itself after its entries. */
export interface ListingEnd {
  /** Set if the call ran out of time: how much had been read by then. */
  readonly timedOutAfter?: AmountRead;
  /** Set if a search reached its limit: how much it had read. */
  readonly stoppedAfter?: AmountRead;
  /** Set if a search could not read some directories. */
  readonly unreadable?: readonly { readonly path: string; readonly problem: Problem }[];
  /** Set if a search found more than is shown. */
  readonly notShown?: NotShown;
  /** Set if there is nothing in the root that the caller may see. */
  readonly empty?: true;
  /** Set if the filters leave no entry. `entries` may still name directories that could not be read. */
  readonly filtered?: true;
  /** Set along with `filtered` if the caller probably meant another glob. */
  readonly tryGlob?: string;
  /** Set if nothing matches these guesses whole, but something matches a part of them. */
  readonly onlyInPart?: readonly PartMatch[];
  /** Set if something matches these guesses only with a slip of the hand in one word. */
  readonly spelledOtherwise?: readonly string[];
  /** Set if nothing matches these guesses. */
  readonly nothingMatches?: readonly string[];
  /** How many guesses the text names of each of these. */
  readonly maxGuesses?: number;
  /** Set if a model gave no guesses, but text in arguments that do not exist: the names of those. */
  readonly notArguments?: readonly string[];
  /** Set if nothing was found, and ignored directories were not searched. */
  readonly ignoredNotSearched?: true;
}

/** A guess that matches only in part, and the names of the best entries that are shown for it. */
export interface PartMatch {
  readonly guess: string;
  readonly names: readonly string[];
}

/** How much was read: so many directories, or in a store so many requests. */
export type AmountRead = { readonly directories: number } | { readonly requests: number };

/** What a search found and does not show. */
export interface NotShown {
  readonly count: number;
  /** Set if there may be more, because not everything was read. */
  readonly atLeast?: true;
  /** Set if the answer shows the newest files and not the best matches. */
  readonly older?: true;
  /** The guesses with the most matches among them, and how many each has. */
  readonly guesses?: readonly { readonly guess: string; readonly count: number }[];
}

/** What a page says after its entries. */
export interface PageEnd extends ListingEnd {
  /** Set if there are results, but none for these globs of `include`. */
  readonly unmatchedGlobs?: readonly string[];
  /** Set if nothing comes after this path, as the caller wrote it. */
  readonly nothingAfter?: string;
  /** How many entries are shown, without context. Only set if there are more, or may be because time ran out. */
  readonly moreThan?: number;
  /** The `offset` of the next page. Only set in order `breadth`, and only if there are more entries. */
  readonly nextOffset?: number;
  /** The `after` of the next page. Only set in order `tree`, and only if there are more entries. */
  readonly next?: string;
}

/** The first line of an answer. */
export function renderHeader(root: string): string {
  return `Absolute path: ${root}`;
}

/** The line that names the fold that a map shows, if it shows one. */
export function renderOnly(fold: string | undefined): string[] {
  return fold === undefined ? [] : [`[only ${fold}]`];
}

/** Writes the argument for the next call. */
export type WriteArgument = (name: "offset" | "after" | "gitignore" | "include", value: string) => string;

/** The lines after the entries. `write` says how readers write arguments, if not as JSON. */
export function renderEnd(end: PageEnd, write: WriteArgument = writeForModels): string[] {
  const { unreadable, notShown, unmatchedGlobs, notArguments } = end;
  const lines = [
    renderReason(end, write),
    unreadable && renderUnreadable(unreadable),
    notShown && renderNotShown(notShown),
    ...renderMatches(end, end.maxGuesses ?? MAX_GUESSES),
    unmatchedGlobs && renderGuesses("nothing matches", unmatchedGlobs.map(renderGuess), MAX_GLOBS),
    end.ignoredNotSearched && `[ignored directories were not searched; ${write("gitignore", "off")} searches them]`,
    notArguments && renderNotArguments(notArguments),
    end.moreThan === undefined ? undefined : renderMore(end.moreThan) + renderNext(end, write),
  ];
  return lines.filter((line) => line !== undefined);
}

/** Why the answer is empty or incomplete. */
function renderReason(end: PageEnd, write: WriteArgument): string | undefined {
  const { timedOutAfter, stoppedAfter, nothingAfter, empty, filtered, tryGlob } = end;
  if (timedOutAfter !== undefined) {
    return `[timed out after ${renderAmount(timedOutAfter)}; narrow the search]`;
  }
  if (stoppedAfter !== undefined) {
    return `[stopped after ${renderAmount(stoppedAfter)}; narrow the search]`;
  }
  if (nothingAfter !== undefined) {
    return `[nothing after ${nothingAfter} in order tree]`;
  }
  if (empty === true) {
    return "[empty]";
  }
  return filtered && `[no entry matches the filters${tryGlob === undefined ? "" : renderHint(tryGlob, write)}]`;
}

function renderAmount(read: AmountRead): string {
  return "requests" in read ? `${renderCount(read.requests)} requests` : `${renderCount(read.directories)} directories`;
}

function renderHint(tryGlob: string, write: WriteArgument): string {
  const why = tryGlob.startsWith("**/") ? "" : "a glob matches whole names: ";
  return `; ${why}try ${write("include", tryGlob)}`;
}

/** How many names one line has at most. */
const MAX_UNREADABLE = 3;
const MAX_GUESSES = 10;
const MIN_GUESSES = 3;
const MAX_GLOBS = 3;
const MAX_NOT_ARGUMENTS = 3;

/** Longer guesses are cut. */
const MAX_GUESS_LENGTH = 40;

/** Longer paths are only counted, to leave room for results. */
const MAX_UNREADABLE_LENGTH = 1000;

function renderUnreadable(unreadable: NonNullable<ListingEnd["unreadable"]>): string {
  const named = unreadable.slice(0, MAX_UNREADABLE).flatMap(({ path, problem }) => {
    const labels = path.split("/").map((name) => renderLabel(name, "directory"));
    const text = `${labels.join("")} (${problem})`;
    return text.length > MAX_UNREADABLE_LENGTH ? [] : [text];
  });
  const count = unreadable.length;
  const unnamed = `${renderCount(count)} ${count === 1 ? "directory" : "directories"}`;
  return `[not readable: ${named.length === 0 ? unnamed : withMore(named, count)}]`;
}

function renderNotShown({ count, atLeast, older, guesses = [] }: NotShown): string {
  const named = guesses.map(({ guess, count: matching }) => {
    return `${renderGuess(cutGuess(guess))} ${renderCount(matching)}`;
  });
  const which = older === true ? " are older" : named.length > 0 ? `: ${named.join(", ")}` : "";
  return `[${renderCount(count, atLeast)} more${which}]`;
}

function cutGuess(guess: string): string {
  return [...guess].slice(0, MAX_GUESS_LENGTH).join("");
}

function renderNotArguments(names: readonly string[]): string {
  const named = names.slice(0, MAX_NOT_ARGUMENTS).map((name) => renderGuess(cutGuess(name)));
  return `[not an argument: ${named.join(", ")}; words takes guesses]`;
}

/** How many guesses the lines about them may name if they are to take so many tokens. The fewest always have room. */
export function guessesThatFit(end: ListingEnd, tokens: number, countTokens: (text: string) => number): number {
  let most = MAX_GUESSES;
  while (most > MIN_GUESSES && countTokens(renderMatches(end, most).join("\n")) > tokens) {
    most -= 1;
  }
  return most;
}

/** The lines about guesses that do not match as they are. With the fewest guesses, there is no room for names beside them. */
function renderMatches({ onlyInPart, spelledOtherwise, nothingMatches }: ListingEnd, most: number): string[] {
  const inPart = onlyInPart?.map(({ guess, names }) => {
    const named = names.length === 0 || most === MIN_GUESSES ? "" : ` (${names.map(renderGuess).join(", ")})`;
    return renderGuess(guess) + named;
  });
  const lines: readonly (readonly [string, readonly string[] | undefined])[] = [
    ["only in part:", inPart],
    ["spelled otherwise:", spelledOtherwise?.map(renderGuess)],
    ["nothing matches", nothingMatches?.map(renderGuess)],
  ];
  return lines.flatMap(([statement, all]) => (all === undefined ? [] : renderGuesses(statement, all, most)));
}

function renderGuesses(statement: string, guesses: readonly string[], most: number): string {
  return `[${statement} ${withMore(guesses.slice(0, most), guesses.length)}]`;
}

function withMore(named: readonly string[], count: number): string {
  return named.join(", ") + (named.length < count ? `, and ${renderCount(count - named.length)} more` : "");
}

/** A guess or glob in a closing line. It is quoted if it looks like the end of the list or the line, or like the suffix of a kind. */
function renderGuess(guess: string): string {
  return /[,\]]|[@?]$|^and [\d,]+ more$/.test(guess) ? quoteAlways(guess) : quoteName(guess);
}

/** The start of the line about further entries, the same in every profile. */
export function renderMore(shown: number): string {
  return `More than ${shown} entries found`;
}

function renderNext({ nextOffset, next }: PageEnd, write: WriteArgument): string {
  if (nextOffset !== undefined) {
    return `; continue with ${write("offset", `${nextOffset}`)}`;
  }
  return next === undefined ? "" : `; continue with ${write("after", next)}`;
}

function writeForModels(name: string, value: string): string {
  return name === "include" ? renderGuess(value) : `${name}${name === "offset" ? "" : ":"} ${value}`;
}
