// `dirleaf find [words…]`: files by words of their paths, or the newest. In a pipe it is the answer that a model would get. On a terminal
// there is a path on each line, the best first, with what fits the words in a colour of its own. Paths are never cut: they are there to be
// copied.
import { FIND_FILES_ARGUMENTS } from "../listing/find-files-settings.ts";
import {
  findFiles,
  findForPeople,
  type FilesForPeople,
  type FoundFile,
  type FoundFiles,
} from "../listing/find-files.ts";
import { openStores } from "../listing/open-stores.ts";
import { escapeLines, renderAge } from "../render/entry-label.ts";
import { bytesOfEntry } from "../render/listing.ts";
import { renderEnd, renderHeader, toPlainEnd } from "../render/our-words.ts";
import { renderPathForJson, toLabels } from "../render/shown-path.ts";
import { nameOf, type Arguments } from "../tooling/argument.ts";
import { callTool } from "./call-command.ts";
import { FAINT, lookOf, markColour, MATCHED, type Look } from "./colour.ts";
import { isForPeople, storeOf, toDirPath } from "./directories.ts";
import type { TypedCommand } from "./parse-command.ts";
import { print, printSafe, reportError } from "./print.ts";
import { showProgress } from "./progress.ts";
import { renderSpans, rowsOf, type Span } from "./spans.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";
import { inWordsOf } from "./usage-error.ts";

/** Searches a directory and returns the exit code: 1 if nothing was found. */
export async function runFindCommand(command: TypedCommand, host: TerminalProcess): Promise<number> {
  const { options } = command;
  const dirPath = toDirPath(options.last("dir") ?? ".", host);
  const words = command.operands.map(({ value }) => value);
  const store = storeOf(command);
  try {
    if (!options.has("json") && !isForPeople(options, host)) {
      const fields = Object.entries(options.toolArguments).map(([field, value]) => [toArgumentName(field), value]);
      const json = JSON.stringify({ dir_path: dirPath, words, ...Object.fromEntries(fields) });
      const answer = await callTool({ toolName: "find_files", json, profiles: ["leaf"], store }, host);
      await print(host.output, `${answer}\n`);
      return NOTHING_FOUND.test(answer) ? 1 : 0;
    }
    const stores = await openStores([dirPath], store);
    const request = { ...options.toolArguments, dirPath, words, stores };
    if (options.has("json")) {
      const found = await showProgress(host, ({ onProgress }) => findFiles({ ...request, onProgress }));
      await print(host.output, `${renderJson(found)}\n`);
      return found.files.length === 0 ? 1 : 0;
    }
    const { found, lines } = await findForScreen(request, lookOf(options, host), host);
    await printSafe(host.output, `${lines.join("\n")}\n`);
    return found.files.length === 0 ? 1 : 0;
  } catch (error) {
    return reportError(inWordsOf(command, error), host);
  }
}

/** An answer that begins with the lines which otherwise come last. */
const NOTHING_FOUND = /^[^\n]*\n\[(?:empty|no entry matches|nothing matches|not readable|stopped after|timed out)/;

function toArgumentName(field: string): string {
  const argument = (FIND_FILES_ARGUMENTS as Arguments)[field];
  return argument === undefined ? field : nameOf(field, argument);
}

/** About how many tokens a path takes at most. */
const TOKENS_OF_PATH = 40;

/** The lines of as many files as fit in the window, or in the budget if the user gave one. */
async function findForScreen(
  request: Parameters<typeof findFiles>[0],
  look: Look,
  host: TerminalProcess,
): Promise<{ readonly found: FoundFiles; readonly lines: readonly string[] }> {
  const { rows, columns } = windowOf(host.output);
  const now = Date.now();
  const fitsWindow = rows !== undefined && request.budget === undefined;
  const options = { ...request, ...(fitsWindow && { budget: rows * TOKENS_OF_PATH }), now: () => now };
  // The last row is the shell's.
  const hasRoom = (found: FoundFiles) =>
    !fitsWindow ||
    rowsOf(
      renderFound(found, look, now, () => []),
      columns,
    ) < rows;
  const { found, stretchesOf } = await showProgress(host, ({ onProgress }) =>
    findForPeople({ ...options, onProgress }, hasRoom),
  );
  return { found, lines: renderFound(found, look, now, stretchesOf) };
}

type StretchesOf = FilesForPeople["stretchesOf"];

/** The lines of what was found. `now`: what ages are counted from, in milliseconds since 1970. */
function renderFound(
  { root, files, readDirectories: _read, ...end }: FoundFiles,
  look: Look,
  now: number,
  stretchesOf: StretchesOf,
): string[] {
  const uncut = { ...look, columns: undefined };
  return [
    renderHeader(root),
    ...files.map((file) => renderSpans([...pathSpans(file, look, stretchesOf), ...noteSpans(file, now)], uncut)),
    ...renderEnd(end).map((text) => renderSpans([{ text, colour: FAINT }], uncut)),
  ];
}

function pathSpans(file: FoundFile, { colourOf }: Look, stretchesOf: StretchesOf): Span[] {
  const labels = toLabels(bytesOfEntry(file), file.kind);
  return labels.flatMap(({ name, label }, index) => {
    const colour = colourOf(index === labels.length - 1 ? file : { kind: "directory", path: "" });
    const spans: Span[] = [];
    let end = 0;
    // In a name that is quoted, letters have moved.
    for (const stretch of label.startsWith(name) ? stretchesOf(name) : []) {
      spans.push({ text: name.slice(end, stretch.start), colour });
      spans.push({ text: name.slice(stretch.start, stretch.end), colour: MATCHED });
      end = stretch.end;
    }
    return [...spans, { text: label.slice(end), colour }];
  });
}

/** Its age, if that was asked for and is known, and whether git ignores it. */
function noteSpans({ modifiedMs, ignored }: FoundFile, now: number): Span[] {
  const age = modifiedMs === undefined ? [] : [{ text: ` [${renderAge(now - modifiedMs)}]`, colour: FAINT }];
  return ignored === true ? [...age, { text: " " }, { text: "[ignored]", colour: markColour("[ignored]") }] : age;
}

/** What `findFiles` gives, as one line of JSON. */
function renderJson({ root, files, readDirectories, ...end }: FoundFiles): string {
  const plain = files.map((file) => {
    const { kind, rank, ignored, modifiedMs } = file;
    return { path: renderPathForJson(bytesOfEntry(file)), kind, rank, ignored, modifiedMs };
  });
  return escapeLines(JSON.stringify({ root, files: plain, readDirectories, ...toPlainEnd(end) }));
}
