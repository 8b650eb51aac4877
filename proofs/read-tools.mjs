// The tools that the built command offers, so that a proof automatically covers a new tool.
import { execFileSync } from "node:child_process";

/**
 * @param {string} command The built command line.
 * @returns {{ name: string, parameters: { properties: object } }[]}
 */
export function readTools(command) {
  return JSON.parse(execFileSync(process.execPath, [command, "schema"], { encoding: "utf8" }));
}
