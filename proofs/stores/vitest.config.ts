// The tests that need a real store, which `npm run prove -- stores` starts.
import path from "node:path";

import { defineConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const project = path.join(import.meta.dirname, "../..");

/**
 * What kills a gateway comes last: the store waits half a minute for the dead one whenever a bucket is created, and every other file creates
 * one.
 */
class KilledLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isKilling = ({ moduleId }: TestSpecification) => moduleId.endsWith("killed.proof.ts");
    return [...sorted.filter((file) => !isKilling(file)), ...sorted.filter(isKilling)];
  }
}

const config: ViteUserConfig = defineConfig({
  root: project,
  test: {
    include: ["proofs/stores/*.proof.{ts,mjs}"],
    pool: "forks",
    // The tests share one server on one machine, so tests in parallel would only wait.
    fileParallelism: false,
    sequence: { sequencer: KilledLast },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

export default config;
