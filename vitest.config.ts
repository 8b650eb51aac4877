import os from "node:os";

import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

import { LeftOutReporter } from "./test/support/left-out-reporter.ts";

/** Tests that use up or count what their process has, or that change modules: a process for each file. */
const APART = ["test/attacks/{nearest-path,paths}.test.ts"];

/**
 * What `npm test` leaves to `npm run test:deep`: attacks, and tests of processes, terminals, time and memory, which are slow or say little
 * with small numbers. The same code answers the same calls in the test's own process in the other tests.
 */
const IN_DEPTH = ["test/attacks/**/*.test.ts", "test/access/swap.test.ts", "test/cli/{progress-line,screen}.test.ts"];

/** What takes a minute or more in `npm run test:deep`. One of these at the end would run alone. */
const LONGEST = ["attacks/event-loop", "attacks/memory", "tools/fuzz"];

function isLong({ moduleId }: TestSpecification): boolean {
  return LONGEST.some((name) => moduleId.endsWith(`${name}.test.ts`));
}

/** Starts the longest files first, and the others in Vitest's own order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  // `npm run test:deep`: every test, with large numbers. `--mode whole`: every test, with small numbers.
  const depth = mode === "deep" || mode === "whole" ? mode : "quick";
  const timeout = depth === "deep" ? 600_000 : 60_000;
  const leftOut = depth === "quick" ? IN_DEPTH : [];
  const each = {
    env: { DIRLEAF_DEPTH: depth },
    // Forks, not threads: the fault tests give up root during a test, which a thread can't do.
    pool: "forks" as const,
    setupFiles: ["test/support/property-runs.ts"],
    testTimeout: timeout,
    hookTimeout: timeout,
    // Polled conditions come true quickly, except on a busy machine.
    expect: { poll: { timeout: 30_000, interval: 10 } },
  };
  return {
    test: {
      reporters: ["default", new LeftOutReporter()],
      sequence: { sequencer: LongestFirst },
      // Once for all projects.
      globalSetup: ["test/support/temporary-base.ts"],
      // In depth one more than there are cores, because tests then spend much of their time waiting for processes that they started. In
      // `npm test`, one more takes longer to load and compile everything than it gains.
      maxWorkers: os.availableParallelism() + (depth === "quick" ? 0 : 1),
      projects: [
        { test: { ...each, name: "apart", include: APART, exclude: leftOut } },
        // A process per file would take up a third of the run's time.
        {
          test: {
            ...each,
            name: "together",
            include: ["test/**/*.test.ts"],
            exclude: [...APART, ...leftOut],
            isolate: false,
          },
        },
      ],
    },
  };
});

export default config;
