// A directory as the user typed it.
import { isAbsolute, resolve } from "node:path";

import { isStorePath } from "../listing/open-stores.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** The absolute path of a directory that the user typed. */
export async function toDirPath(directory: string, host: TerminalProcess): Promise<string> {
  if (isStorePath(directory)) {
    return directory;
  }
  if (isAbsolute(directory) && !directory.includes("\ufffd")) {
    return directory;
  }
  const cwd = isAbsolute(directory) ? "/" : host.cwd();
  if (!`${cwd}${directory}`.includes("\ufffd")) {
    return resolve(cwd, directory);
  }
  const { resolveOddPath } = await import("./odd-path.ts");
  return resolveOddPath(directory, host.argv.length - 2, cwd);
}
