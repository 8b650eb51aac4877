// Directories whose paths are no UTF-8, as arguments and as the working directory.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { expect, test } from "vitest";

import { makeEntries, temporaryFolder } from "../support/make-tree.ts";
import { shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

/** A shell writes the bytes: Node can't give them to a process. */
function inShell(script: string, cwd: string): { stdout: string; stderr: string } {
  const args = ["-c", script, process.execPath, cli.bundle];
  const { stdout, stderr } = spawnSync("bash", args, { encoding: "utf8", cwd });
  return { stdout, stderr };
}

test.each([
  [`"$0" "$1" $'b\\xff'`, String.raw`"b\xff"`, "one\n"],
  [`"$0" "$1" "$PWD"/$'b\\xff'`, String.raw`"b\xff"`, "one\n"],
  [`"$0" "$1" --json $'b\\xff' | grep -o '"path":"one"'`, "", '"path":"one"\n'],
  [`cd $'b\\xff' && "$0" "$1"`, String.raw`"b\xff"`, "one\n"],
  [`cd $'b\\xff' && "$0" "$1" ../$'b\\xfe'`, String.raw`"b\xfe"`, "two\n"],
  [`cd $'b\\xff' && "$0" "$1" --all`, String.raw`"b\xff"`, "one\n"],
  [`"$0" "$1" $'\\xef\\xbf\\xbd'`, "\ufffd", "three\n"],
])("%s", (script, name, listing) => {
  const root = temporaryFolder();
  makeEntries(root, [
    { path_b64: Buffer.from("b\xff/one", "latin1").toString("base64"), kind: "file" },
    { path_b64: Buffer.from("b\xfe/two", "latin1").toString("base64"), kind: "file" },
    { path: "\ufffd/three", kind: "file" },
  ]);
  const header = name === "" ? "" : `Absolute path: ${fs.realpathSync(root)}/${name}\n`;
  expect(inShell(script, root)).toEqual({ stdout: `${header}${listing}`, stderr: "" });
});
