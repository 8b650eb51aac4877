// One folder for all temporary folders of a run, removed when the run ends, whatever became of its processes.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Called by vitest before the run; what it gives is called after it. */
export function setup(): () => void {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-")));
  // Tests that give up root must still come through here.
  fs.chmodSync(base, 0o755);
  process.env["DIRLEAF_TEST_BASE"] = base;
  return () => {
    fs.rmSync(base, { recursive: true, force: true });
  };
}
