import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";

import { LeftOutReporter } from "./test/support/left-out-reporter.ts";

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => ({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", new LeftOutReporter()],
    globalSetup: ["test/support/temporary-base.ts"],
    // `npm run test:deep`: the same tests with the large numbers.
    env: mode === "deep" ? { DIRLEAF_DEEP: "1" } : {},
    // Forks, not threads: the fault tests give up root for the length of a test, which a thread cannot do.
    pool: "forks",
    // Both of two cores: by default one is kept free.
    maxWorkers: "100%",
    testTimeout: 60_000,
  },
}));

export default config;
