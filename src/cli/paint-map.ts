// Colours a map for people. Adds escape codes around its words and changes nothing else.
import { BLUE, FAINT, paint, paintName, RED } from "./colour.ts";

/** A word of a map: a count, a mark, a fold, or a name, perhaps behind the directories that lead to it. */
const WORDS =
  /(?<faint>\(\d[\d,]*\+?\)(?= |$)|\[ignored\](?= |$))|(?<problem>\[(?:permission denied|no longer exists|timed out|unreadable: [A-Z0-9]+)\](?= |$))|(?<fold>(?:\\.|[^\\ *"/])*\*(?:\\.|[^\\ *"/])*\/?(?= |$))|(?<name>(?:(?:"(?:[^"\\]|\\.)*"[/@?]?|[^" /][^ /]*\/?))+)/gsu;

/** Lines of ours. A name that looks like one is quoted. */
const OUR_LINE = /^\[(?:only .*|no entry matches the filters)\]$/s;

/** Colours a map, except its first line. */
export function paintMap(text: string): string {
  const [header, ...lines] = text.split("\n");
  return [header, ...lines.map(paintLine)].join("\n");
}

function paintLine(line: string): string {
  return OUR_LINE.test(line) ? paint(line, FAINT) : line.replaceAll(WORDS, paintWord);
}

function paintWord(word: string, ...found: unknown[]): string {
  const { faint, problem, fold } = found.at(-1) as Partial<Record<string, string>>;
  if (faint !== undefined || fold !== undefined) {
    return paint(word, FAINT);
  }
  if (problem !== undefined) {
    return paint(word, RED);
  }
  return word.endsWith("/") ? paint(word, BLUE) : paintName(word);
}
