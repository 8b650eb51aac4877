// Runs the fuzz test for longer: npm run e2e -- fuzz [calls] [seed]. It prints the seed, which reproduces the same calls.
import { spawnSync } from "node:child_process";
import path from "node:path";

const [calls = "1000000", seed = String(Date.now() % 2 ** 32)] = process.argv.slice(2);
console.log(`${calls} calls, seed ${seed}`);
const project = path.join(import.meta.dirname, "../..");
const vitest = path.join(project, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "test/tools/fuzz.test.ts"], {
  cwd: project,
  stdio: "inherit",
  env: { ...process.env, DIRLEAF_FUZZ_CALLS: calls, DIRLEAF_FUZZ_SEED: seed },
});
process.exitCode = status ?? 1;
