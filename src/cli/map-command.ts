// `dirleaf map [dir]`: a map of a whole tree. In a pipe it is the answer that a model would get.
import { mapDir } from "../listing/map-dir.ts";
import { openStores } from "../listing/open-stores.ts";
import { renderMapJson } from "../render/render-map-json.ts";
import { callTool } from "./call-command.ts";
import { lookOf } from "./colour.ts";
import type { MapCommand } from "./parse-command.ts";
import { print, printSafe } from "./print.ts";
import { paintMap, renderMapScreen } from "./terminal/render-map-screen.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";
import { watchWork } from "./watch-work.ts";

/** Maps a directory and returns the exit code. Throws a `FunctionCallError` if the library does. */
export async function runMapCommand(command: MapCommand, host: TerminalProcess): Promise<number> {
  const { json, color, store } = command;
  const dirPath = toDirPath(command.directory, host);
  if (json || isTerminal(host.output)) {
    const stores = await openStores([dirPath], store);
    const map = await watchWork(host, ({ onProgress }) =>
      mapDir({ ...command.arguments, dirPath, stores, onProgress }),
    );
    const text = json ? renderMapJson(map) : renderMapScreen(map, lookOf(command, host)).join("\n");
    await (json ? print : printSafe)(host.output, `${text}\n`);
    return 0;
  }
  const payload = JSON.stringify({ dir_path: dirPath, ...command.arguments });
  const { content, success } = await callTool({ toolName: "map_dir", payload, profiles: ["leaf"], store }, host);
  if (!success) {
    await print(host.stderr, `${content}\n`);
    return 1;
  }
  await print(host.output, `${color === "always" ? paintMap(content) : content}\n`);
  return 0;
}
