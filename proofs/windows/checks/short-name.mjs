// The short name (8.3) that a disk also finds an entry by.
import { spawnSync } from "node:child_process";
import path from "node:path";

/**
 * Throws if the entry has none, or `dir` does not say.
 * @param {string} location
 */
export function shortNameOf(location) {
  const words = ["/d", "/c", `dir /x "${path.dirname(location)}"`];
  const { stdout } = spawnSync("cmd.exe", words, { encoding: "utf8", windowsVerbatimArguments: true });
  const line = stdout.split(/\r?\n/).find((text) => text.endsWith(` ${path.basename(location)}`));
  const short = /\s(\S*~\S*)\s/.exec(line ?? "")?.[1];
  if (short === undefined) {
    throw new Error(`no short name of ${location} in: ${stdout}`);
  }
  return short;
}
