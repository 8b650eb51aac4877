// `dirleaf map [dir]`: a map of a whole tree. In a pipe it is the answer that a model would get.
import { mapDir } from "../listing/map-dir.ts";
import { openStores } from "../listing/open-stores.ts";
import type { DirectoryMap } from "../render/directory-map.ts";
import { renderMapJson } from "../render/render-map-json.ts";
import { callTool } from "./call-command.ts";
import { lookOf } from "./colour.ts";
import { paintMap } from "./paint-answer.ts";
import type { MapCommand } from "./parse-command.ts";
import { print, printSafe } from "./print.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";
import { watchWork } from "./watch-work.ts";

/** Maps a directory and returns the exit code. Throws a `FunctionCallError` if the library does. */
export async function runMapCommand(command: MapCommand, host: TerminalProcess): Promise<number> {
  const { store } = command;
  const dirPath = toDirPath(command.directory, host);
  if (command.json || isTerminal(host.stdout)) {
    const stores = await openStores([dirPath], store);
    const map = await watchWork(host, ({ onProgress }) =>
      mapDir({ ...command.arguments, dirPath, stores, onProgress }),
    );
    await (command.json ? print(host.stdout, `${renderMapJson(map)}\n`) : printMap(map, command, host));
    return 0;
  }
  const payload = JSON.stringify({ dir_path: dirPath, ...command.arguments });
  const { content, success } = await callTool({ toolName: "map_dir", payload, profiles: ["leaf"], store }, host);
  if (!success) {
    await print(host.stderr, `${content}\n`);
    return 1;
  }
  await print(host.stdout, `${command.color === "always" ? paintMap(content) : content}\n`);
  return 0;
}

async function printMap(map: DirectoryMap, command: MapCommand, host: TerminalProcess): Promise<void> {
  const { renderMapScreen } = await import("./terminal/render-map-screen.ts");
  await printSafe(host.stdout, `${renderMapScreen(map, lookOf(command, host)).join("\n")}\n`);
}
