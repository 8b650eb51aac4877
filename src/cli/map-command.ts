// `dirleaf map [dir…]`: maps of whole trees, one below the other. In a pipe a map is the answer that a model would get.
import { mapDir } from "../listing/map-dir.ts";
import { openStores } from "../listing/open-stores.ts";
import { parseMap } from "../render/parse-map.ts";
import { renderMap } from "../render/render-map.ts";
import { renderMapJson } from "../render/render-map-json.ts";
import { callTool } from "./call-command.ts";
import { closeLevels } from "./close-levels.ts";
import { lookOf } from "./colour.ts";
import { inShellWords } from "./in-shell-words.ts";
import type { MapCommand, Place } from "./parse-command.ts";
import { print, printSafe, reportError } from "./print.ts";
import { paintMap, renderMapScreen } from "./terminal/render-map-screen.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";
import { watchWork } from "./watch-work.ts";

/** Maps directories and returns the exit code. One that fails does not keep the others from being mapped. */
export async function runMapCommand(command: MapCommand, host: TerminalProcess): Promise<number> {
  let head = "";
  let exitCode = 0;
  for (const place of command.places) {
    try {
      await printMap(place, command, host, head);
      head = place.json ? "" : "\n";
    } catch (error) {
      exitCode = await reportError(inShellWords(error, place.typed, "map"), host);
    }
  }
  return exitCode;
}

/** Prints a map after `head`. Throws a `FunctionCallError`. */
async function printMap(
  place: Place,
  { arguments: asked, levels = Infinity }: MapCommand,
  host: TerminalProcess,
  head: string,
): Promise<void> {
  const { json, color, store } = place;
  const dirPath = toDirPath(place.directory, host);
  if (json || isTerminal(host.output)) {
    const stores = await openStores([dirPath], store);
    const whole = await watchWork(host, ({ onProgress }) => mapDir({ ...asked, dirPath, stores, onProgress }));
    const map = closeLevels(whole, levels);
    const text = json ? renderMapJson(map) : renderMapScreen(map, lookOf(place, host)).join("\n");
    await (json ? print : printSafe)(host.output, `${head}${text}\n`);
    return;
  }
  const payload = JSON.stringify({ dir_path: dirPath, ...asked });
  const answer = await callTool({ toolName: "map_dir", payload, profiles: ["leaf"], store }, host);
  const content = levels === Infinity ? answer.content : renderMap(closeLevels(parseMap(answer.content), levels));
  await print(host.output, `${head}${color === "always" ? paintMap(content) : content}\n`);
}
