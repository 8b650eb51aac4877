// `dirleaf find [words…]`: files by words of their paths, or the newest. In a pipe it is the answer that a model would get.
import { findFiles, type FoundFiles } from "../listing/find-files.ts";
import { FIND_FILES_ARGUMENTS, toWords } from "../listing/find-files-settings.ts";
import { findForPeople } from "../listing/find-files.ts";
import { openStores } from "../listing/open-stores.ts";
import { bytesOfEntry } from "../render/listing.ts";
import { toPlainEnd } from "../render/our-words.ts";
import { escapeLines } from "../render/entry-label.ts";
import { renderPathForJson } from "../render/shown-path.ts";
import { nameOf } from "../tooling/argument.ts";
import { callTool } from "./call-command.ts";
import { lookOf } from "./colour.ts";
import { inShellWords } from "./shell-word.ts";
import { paintListing } from "./paint-listing.ts";
import type { FindArguments } from "./option-table.ts";
import type { FindCommand } from "./parse-command.ts";
import { print, printSafe, reportError } from "./print.ts";
import { renderFound } from "./terminal/render-found.ts";
import { paintMap } from "./terminal/render-map-screen.ts";
import { rowsOf } from "./spans.ts";
import { isTerminal, windowOf, type TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";
import { watchWork } from "./watch-work.ts";

/** Searches a directory and returns the exit code. */
export async function runFindCommand(command: FindCommand, host: TerminalProcess): Promise<number> {
  try {
    await printFound(command, host);
    return 0;
  } catch (error) {
    return reportError(inShellWords(error, command.place.typed, "find"), host);
  }
}

/** Throws a `FunctionCallError`. */
async function printFound(command: FindCommand, host: TerminalProcess): Promise<void> {
  const { words, arguments: asked } = command;
  const { directory, json, store } = command.place;
  const dirPath = toDirPath(directory, host);
  if (json) {
    const stores = await openStores([dirPath], store);
    const found = await watchWork(host, ({ onProgress }) =>
      findFiles({ ...asked, dirPath, words, stores, onProgress }),
    );
    await print(host.output, `${renderFoundJson(found)}\n`);
  } else if (isTerminal(host.output)) {
    await printSafe(host.output, `${(await findForScreen(command, dirPath, host)).join("\n")}\n`);
  } else {
    await print(host.output, `${await askTool(command, dirPath, host)}\n`);
  }
}

/** About how many tokens a path takes at most. */
const TOKENS_OF_PATH = 40;

/** The lines of as many files as fit in the window, or in the budget if the user gave one. */
async function findForScreen(command: FindCommand, dirPath: string, host: TerminalProcess): Promise<string[]> {
  const { words, arguments: asked, place } = command;
  const { rows, columns } = windowOf(host.output);
  const look = lookOf(place, host);
  const now = Date.now();
  const stores = await openStores([dirPath], place.store);
  const isWindow = rows !== undefined && asked.budget === undefined;
  const options = { ...(isWindow && { budget: rows * TOKENS_OF_PATH }), ...asked, dirPath, words, stores };
  // The last row is the shell's.
  const hasRoom = (found: FoundFiles): boolean => !isWindow || rowsOf(renderFound(found, look, now), columns) < rows;
  const { found, stretchesOf } = await watchWork(host, ({ onProgress }) =>
    findForPeople({ ...options, now: () => now, onProgress }, hasRoom),
  );
  return renderFound(found, look, now, stretchesOf);
}

/** What a model would be answered. Throws a `FunctionCallError`. */
async function askTool(command: FindCommand, dirPath: string, host: TerminalProcess): Promise<string> {
  const { words, arguments: asked, place } = command;
  const fields = Object.entries(asked).map(
    ([field, value]) => [nameOf(field, FIND_FILES_ARGUMENTS[field as keyof FindArguments]), value] as const,
  );
  const payload = JSON.stringify({ dir_path: dirPath, words, ...Object.fromEntries(fields) });
  const call = { toolName: "find_files", payload, profiles: ["leaf"] as const, store: place.store };
  const { content } = await callTool(call, host);
  if (place.color !== "always") {
    return content;
  }
  return asked.newest === true || toWords(words).length === 0 ? paintListing(content) : paintMap(content);
}

/** What `findFiles` gives, as one line of JSON. A name that is not valid UTF-8 is in quotes, as a listing shows it. */
function renderFoundJson({ root, files, readDirectories, ...end }: FoundFiles): string {
  const plain = files.map((file) => {
    const { kind, rank, ignored, modifiedMs } = file;
    return { path: renderPathForJson(bytesOfEntry(file)), kind, rank, ignored, modifiedMs };
  });
  return escapeLines(JSON.stringify({ root, files: plain, readDirectories, ...toPlainEnd(end) }));
}
