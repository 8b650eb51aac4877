// A directory as the user typed it. Its path may not be valid UTF-8: Node loses such bytes in arguments and in the working
// directory, but the kernel still has them.
import fs from "node:fs";
import { isAbsolute, resolve } from "node:path";

import { isStorePath } from "../listing/open-stores.ts";
import { renderBytePath } from "../render/shown-path.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** What Node puts in place of bytes that are not valid UTF-8. */
const LOST = "\ufffd";

/** The absolute path of a directory that the user typed, in the notation that the tools accept. */
export function toDirPath(directory: string, host: TerminalProcess): string {
  if (isStorePath(directory) || (isAbsolute(directory) && !directory.includes(LOST))) {
    return directory;
  }
  const cwd = isAbsolute(directory) ? "/" : host.cwd();
  if (!`${cwd}${directory}`.includes(LOST)) {
    return resolve(cwd, directory);
  }
  // If the kernel does not provide the bytes, the words count as Node read them.
  const typed = bytesOfWord(directory, host.argv.length - 2) ?? Buffer.from(directory);
  const working = bytesOfCwd() ?? Buffer.from(cwd);
  // One character per byte: joining paths works the same, whatever their bytes mean.
  return renderBytePath(Buffer.from(resolve(working.toString("latin1"), typed.toString("latin1")), "latin1"));
}

/** The bytes of a word on the command line. The word is among the last `wordCount` words that the process was started with. */
function bytesOfWord(word: string, wordCount: number): Buffer | undefined {
  try {
    const all = fs.readFileSync("/proc/self/cmdline").toString("latin1").split("\0").slice(0, -1);
    const words = all.slice(all.length - wordCount).map((text) => Buffer.from(text, "latin1"));
    return words.find((bytes) => bytes.toString("utf8") === word);
  } catch {
    return undefined;
  }
}

function bytesOfCwd(): Buffer | undefined {
  try {
    // Deno knows only this spelling of the encoding, and gives plain bytes.
    return Buffer.from(fs.readlinkSync("/proc/self/cwd", { encoding: "buffer" }));
  } catch {
    return undefined;
  }
}
