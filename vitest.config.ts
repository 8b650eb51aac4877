import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/temporary-base.ts"],
    // Forks, not threads: the fault tests give up root for the length of a test, which a thread cannot do.
    pool: "forks",
    testTimeout: 60_000,
  },
});

export default config;
