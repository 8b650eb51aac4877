// Before a run: one folder for all temporary folders of the run, and the command as the package ships it, built from the
// sources as they are. Both are removed when the run ends, whatever became of its processes.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { bundleCommand } from "../../packaging/bundle.mjs";
import { removeFolder } from "./remove-folder.ts";

/** Called by vitest before the run; what it gives is called after it. */
export async function setup(): Promise<() => void> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-")));
  // Tests that give up root must still come through here.
  fs.chmodSync(base, 0o755);
  process.env["DIRLEAF_TEST_BASE"] = base;
  await bundleCommand(path.join(base, "bundle"));
  process.env["DIRLEAF_TEST_COMMAND"] = path.join(base, "bundle/cli/main.cjs");
  return () => {
    removeFolder(base);
  };
}
