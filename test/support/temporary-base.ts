// Prepares a run: one folder for all its temporary folders, and the command as the package ships it, built from the current
// sources. Both are removed when the run ends, whatever happened to its processes.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { bundleCommand } from "../../packaging/bundle.mjs";
import { removeFolder } from "./remove-folder.ts";

/** Vitest calls this before the run, and the function that it returns after the run. */
export async function setup(): Promise<() => void> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-")));
  // Tests that give up root must still be able to enter this folder.
  fs.chmodSync(base, 0o755);
  process.env["DIRLEAF_TEST_BASE"] = base;
  await bundleCommand(path.join(base, "bundle"));
  process.env["DIRLEAF_TEST_COMMAND"] = path.join(base, "bundle/cli/main.cjs");
  return () => {
    removeFolder(base);
  };
}
