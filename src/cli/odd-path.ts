// A directory whose path is no UTF-8. Node reads such bytes with loss, in arguments and in the working directory; the
// kernel still has them.
import fs from "node:fs";
import path from "node:path";

import { renderBytePath } from "../render/render-byte-path.ts";

/**
 * The absolute path of a directory that was given as a word, written as the tools take it. Where the kernel does not
 * tell, the word is taken as Node read it.
 */
export function resolveOddPath(word: string, wordCount: number, cwd: string): string {
  const bytes = bytesOfWord(word, wordCount) ?? Buffer.from(word);
  const directory = bytesOfCwd() ?? Buffer.from(cwd);
  // A character a byte: paths are put together alike, whatever their bytes mean.
  const resolved = path.resolve(directory.toString("latin1"), bytes.toString("latin1"));
  return renderBytePath(Buffer.from(resolved, "latin1"));
}

/** The bytes of a word of the command line, which are among the last `wordCount` that the process was started with. */
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
    return fs.readlinkSync("/proc/self/cwd", "buffer");
  } catch {
    return undefined;
  }
}
