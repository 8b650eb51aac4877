// The tests that need a real store, which `npm run prove -- stores` starts.
import path from "node:path";

import { defineConfig, type ViteUserConfig } from "vitest/config";

const project = path.join(import.meta.dirname, "../..");

const config: ViteUserConfig = defineConfig({
  root: project,
  test: {
    include: ["proofs/stores/*.proof.{ts,mjs}"],
    pool: "forks",
    // The tests share one server on one machine, so tests in parallel would only wait.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

export default config;
