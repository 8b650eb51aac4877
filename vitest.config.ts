import os from "node:os";

import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";

import { LeftOutReporter } from "./test/support/left-out-reporter.ts";

/** Attacks on what a process has only so much of, what counts its memory, and what changes modules: a process for each file. */
const APART = ["test/attacks/**/*.test.ts", "test/core/held-memory.test.ts", "test/tools/toy-tool.test.ts"];

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  const each = {
    // `npm run test:deep`: the same tests with the large numbers.
    env: mode === "deep" ? { DIRLEAF_DEEP: "1" } : {},
    // Forks, not threads: the fault tests give up root for the length of a test, which a thread cannot do.
    pool: "forks" as const,
    setupFiles: ["test/support/property-runs.ts"],
    testTimeout: mode === "deep" ? 600_000 : 60_000,
    hookTimeout: 60_000,
    // What is waited for comes at once, but for a machine that has much to do.
    expect: { poll: { timeout: 30_000 } },
  };
  return {
    test: {
      reporters: ["default", new LeftOutReporter()],
      // Once for all projects.
      globalSetup: ["test/support/temporary-base.ts"],
      // One more than there are cores: much of the time tests wait for processes that they have started.
      maxWorkers: os.availableParallelism() + 1,
      projects: [
        { test: { ...each, name: "apart", include: APART } },
        // A process for each file would be a third of the time of a run.
        { test: { ...each, name: "together", include: ["test/**/*.test.ts"], exclude: APART, isolate: false } },
      ],
    },
  };
});

export default config;
