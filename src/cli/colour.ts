// Colours a listing for people. Adds escape codes around the text and changes nothing else.
import type { ListCommand } from "./parse-listings.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";

export const BLUE = "1;34";
export const CYAN = "36";
export const YELLOW = "33";
export const RED = "31";
export const FAINT = "2";

/** A line of ours: indentation, then a name or several joined ones. A `/` can only be the suffix of a directory. */
const LINE = /^(?<indent> *)(?:(?<directory>(?:[^/]*\/)+)(?: (?<marker>\[[^[\]]*\]))?|(?<name>.*))$/su;

/** Whether to colour a listing. */
export function isColoured(color: ListCommand["color"], host: TerminalProcess): boolean {
  if (color !== "auto") {
    return color === "always";
  }
  // https://no-color.org: any value except the empty one.
  return isTerminal(host.stdout) && (host.env["NO_COLOR"] ?? "") === "" && host.env["TERM"] !== "dumb";
}

/** Colours a listing of profile `leaf`, except its first line. */
export function paintListing(text: string): string {
  const [header, ...lines] = text.split("\n");
  return [header, ...lines.map(paintLine)].join("\n");
}

/** A line of our own, not an entry. A name that begins like one of these is quoted. */
const OWN_LINE =
  /^(?:More than \d+ entries found|\[nothing after |\[no entry matches|\[timed out after|\[ignored directories| *…$)/;

/** What says that nothing is wrong. */
export const QUIET_MARKS: ReadonlySet<string> = new Set(["[ignored]", "[empty]", "[no match]"]);

/** Colours a line of a listing. */
export function paintLine(line: string): string {
  if (OWN_LINE.test(line)) {
    return paint(line, FAINT);
  }
  const { indent = "", directory, marker, name = "" } = LINE.exec(line)?.groups ?? {};
  if (directory !== undefined) {
    const colour = QUIET_MARKS.has(marker ?? "") ? FAINT : RED;
    return indent + paint(directory, BLUE) + (marker === undefined ? "" : ` ${paint(marker, colour)}`);
  }
  const [, shown = name, ignored] = /^(.*) (\[ignored\])$/su.exec(name) ?? [];
  return indent + paintName(shown) + (ignored === undefined ? "" : ` ${paint(ignored, FAINT)}`);
}

/** Colours a name that is no directory. */
export function paintName(name: string): string {
  if (name.endsWith("@")) {
    return paint(name, CYAN);
  }
  return name.endsWith("?") ? paint(name, YELLOW) : name;
}

export function paint(text: string, colour: string): string {
  return `\x1b[${colour}m${text}\x1b[0m`;
}
