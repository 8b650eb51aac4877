// `dirleaf setup [host]`: prints what to paste so that a host has our tools, and edits nothing itself. The files are the user's, and each host has
// commands of its own to change them.
import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { HOST_SETUPS, type HostSetup } from "./host-setups.ts";
import { chosenOperand } from "./parse-options.ts";
import type { CommandLine } from "./command-line.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** What to do for the host that was named, or else for those whose programs are on the PATH, and the names of the others. */
export function renderSetup(command: CommandLine, { argv, env }: TerminalProcess): string {
  const folder = quoteForShell(join(dirname(realpathSync(argv[1] as string)), "../.."));
  const named = chosenOperand(command, "at most one host");
  const shown = HOST_SETUPS.filter(({ name, program }) =>
    named === undefined ? isOnPath(program, env["PATH"] ?? "") : name === named,
  );
  const others = HOST_SETUPS.filter((host) => named === undefined && !shown.includes(host));
  const blocks = shown.map((host) => renderHost(host, folder));
  if (others.length > 0) {
    blocks.push(`Other hosts:\n${indent(others.map(({ name, title }) => `${name.padEnd(10)}${title}`))}`);
  }
  return `${blocks.join("\n\n")}\n`;
}

function renderHost({ title, install, undo, allow }: HostSetup, folder: string): string {
  return [
    title,
    indent(install(folder)),
    "Remove:",
    indent(undo(folder)),
    "Without asking before each call:",
    indent([allow]),
  ].join("\n");
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}

function isOnPath(program: string, path: string): boolean {
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  return path.split(delimiter).some((folder) => endings.some((ending) => isExecutable(join(folder, program + ending))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A path as one word of a command. */
function quoteForShell(path: string): string {
  if (/^[\w./:\\@+-]+$/.test(path)) {
    return path;
  }
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
