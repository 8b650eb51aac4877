// Runs the fuzz test for longer: npm run prove -- fuzz [calls] [seed]. It prints the seed, which reproduces the same calls.
import { spawnSync } from "node:child_process";

const [calls = "1000000", seed = String(Date.now() % 2 ** 32)] = process.argv.slice(2);
console.log(`${calls} calls, seed ${seed}`);
const { status } = spawnSync("npx", ["vitest", "run", "test/tools/fuzz.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, DIRLEAF_FUZZ_CALLS: calls, DIRLEAF_FUZZ_SEED: seed },
});
process.exitCode = status ?? 1;
