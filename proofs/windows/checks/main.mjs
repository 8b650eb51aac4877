// Runs on Windows: all checks, each printed and counted. Exits with 1 if one failed.
import { Checks } from "./checks.mjs";
import { checkCursors } from "./check-cursors.mjs";
import { checkIgnoreFiles } from "./check-ignore-files.mjs";
import { checkPaths } from "./check-paths.mjs";
import { checkProcesses } from "./check-processes.mjs";
import { checkSandbox } from "./check-sandbox.mjs";
import { checkVectors } from "./check-vectors.mjs";

const PARTS = { checkPaths, checkSandbox, checkCursors, checkIgnoreFiles, checkProcesses, checkVectors };

const checks = new Checks();
console.log(`Node ${process.version} for ${process.platform} on ${process.arch}`);
for (const [name, run] of Object.entries(PARTS)) {
  try {
    await run(checks);
  } catch (error) {
    checks.equal(`${name} ran to its end`, error instanceof Error ? error.stack : String(error), "the end");
  }
}
console.log(`${checks.passed} passed, ${checks.failed} failed`);
process.exitCode = checks.failed === 0 ? 0 : 1;
