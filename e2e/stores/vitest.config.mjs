// The tests that need a real store, which `npm run e2e -- stores` starts.
import path from "node:path";

import { defineConfig } from "vitest/config";

export default defineConfig({
  root: path.join(import.meta.dirname, "../.."),
  test: {
    include: ["e2e/stores/*.proof.mjs"],
    pool: "forks",
    // The tests share one server on one machine, so tests in parallel would only wait.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
