// All tools of the built command, by name: a server offers some of them only if it is told to.
import { execFileSync } from "node:child_process";

const TOOLS = ["map_dir", "find_files", "list_dir", "list_directory"];

/** For servers that offer all tools, since not all are offered by default. */
export const OFFER_ALL = ["--tools", TOOLS.join()];

/**
 * @param {string} command The built command line.
 * @returns {{ name: string, parameters: { properties: object } }[]}
 */
export function readTools(command) {
  return TOOLS.map((name) =>
    JSON.parse(execFileSync(process.execPath, [command, "schema", name], { encoding: "utf8" })),
  );
}
