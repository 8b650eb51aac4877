// Directories whose paths are not valid UTF-8, as arguments and as the working directory.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { expect, test } from "vitest";

import { inDepth } from "../support/deep.ts";
import { makeEntries, temporaryFolder } from "../support/make-tree.ts";
import { shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

/** A shell writes the bytes, because Node can't pass them to a process. */
const NAMES = String.raw`odd=$(printf 'b\377') other=$(printf 'b\376') mark=$(printf '\357\277\275')`;

function inShell(script: string, cwd: string): { stdout: string; stderr: string } {
  const args = ["-c", `${NAMES}; ${script}`, process.execPath, cli.bundle];
  const { stdout, stderr } = spawnSync("sh", args, { encoding: "utf8", cwd });
  return { stdout, stderr };
}

const SCRIPTS: [string, string, string][] = [
  [`"$0" "$1" "$odd"`, String.raw`"b\xff"`, "one\n"],
  [`"$0" "$1" "$PWD/$odd"`, String.raw`"b\xff"`, "one\n"],
  [`"$0" "$1" --json "$odd" | grep -o '"path":"one"'`, "", '"path":"one"\n'],
  [`cd "$odd" && "$0" "$1"`, String.raw`"b\xff"`, "one\n"],
  [`cd "$odd" && "$0" "$1" "../$other"`, String.raw`"b\xfe"`, "two\n"],
  [`cd "$odd" && "$0" "$1" --all`, String.raw`"b\xff"`, "one\n"],
  [`"$0" "$1" "$mark"`, "\ufffd", "three\n"],
];

test.each(SCRIPTS.slice(0, inDepth(2, Infinity)))("%s", (script, name, listing) => {
  const root = temporaryFolder();
  makeEntries(root, [
    { path_b64: Buffer.from("b\xff/one", "latin1").toString("base64"), kind: "file" },
    { path_b64: Buffer.from("b\xfe/two", "latin1").toString("base64"), kind: "file" },
    { path: "\ufffd/three", kind: "file" },
  ]);
  const header = name === "" ? "" : `Absolute path: ${fs.realpathSync(root)}/${name}\n`;
  expect(inShell(script, root)).toEqual({ stdout: `${header}${listing}`, stderr: "" });
});
