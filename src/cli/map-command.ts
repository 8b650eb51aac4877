// `dirleaf map [dir]`: a map of a whole tree. As text it is the answer that a model would get.
import { mapDir } from "../listing/map-dir.ts";
import { openStores } from "../listing/open-stores.ts";
import { renderMapJson } from "../render/render-map-json.ts";
import { callTool } from "./call-command.ts";
import { isColoured } from "./colour.ts";
import { paintMap } from "./paint-map.ts";
import type { MapCommand } from "./parse-command.ts";
import { print } from "./print.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";
import { watchWork } from "./watch-work.ts";

/** Maps a directory and returns the exit code. Throws a `FunctionCallError` if the library does. */
export async function runMapCommand(command: MapCommand, host: TerminalProcess): Promise<number> {
  const { store, color } = command;
  const dirPath = await toDirPath(command.directory, host);
  if (command.json) {
    const stores = await openStores([dirPath], store);
    const map = await watchWork(host, ({ onProgress }) =>
      mapDir({ ...command.arguments, dirPath, stores, onProgress }),
    );
    await print(host.stdout, `${renderMapJson(map)}\n`);
    return 0;
  }
  const payload = JSON.stringify({ dir_path: dirPath, ...command.arguments });
  const call = { type: "call", profile: "leaf", toolName: "map_dir", payload, store } as const;
  const { content, success } = await callTool(call, host);
  if (!success) {
    await print(host.stderr, `${content}\n`);
    return 1;
  }
  await print(host.stdout, `${content}\n`, isColoured(color, host) ? paintMap : undefined);
  return 0;
}
