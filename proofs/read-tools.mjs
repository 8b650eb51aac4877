// The tools that the built command offers, so that a proof automatically covers a new tool.
import { execFileSync } from "node:child_process";

/**
 * @param {string} command The built command line.
 * @returns {{ name: string, parameters: { properties: Record<string, unknown>, required: string[] } }[]}
 */
export function readTools(command) {
  return JSON.parse(execFileSync(process.execPath, [command, "schema"], { encoding: "utf8" }));
}

/** @param {string} command */
export function readToolNames(command) {
  return readTools(command).map(({ name }) => name);
}
