// A directory whose path is not valid UTF-8. Node loses such bytes in arguments and in the working directory; the kernel
// still has them.
import fs from "node:fs";
import path from "node:path";

import { renderBytePath } from "../render/shown-path.ts";

/**
 * The absolute path of a directory from the command line, in the notation that the tools accept. If the kernel does not
 * provide the bytes, the word counts as Node read it.
 */
export function resolveOddPath(word: string, wordCount: number, cwd: string): string {
  const bytes = bytesOfWord(word, wordCount) ?? Buffer.from(word);
  const directory = bytesOfCwd() ?? Buffer.from(cwd);
  // One character per byte: joining paths works the same, whatever their bytes mean.
  const resolved = path.resolve(directory.toString("latin1"), bytes.toString("latin1"));
  return renderBytePath(Buffer.from(resolved, "latin1"));
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
