// The tests that need a real store, which `npm run prove -- stores` starts: those for every S3, and those for the running one.
import path from "node:path";

import { defineConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const project = path.join(import.meta.dirname, "../..");

const { name } = JSON.parse(process.env["DIRLEAF_TEST_STORE"] ?? '{"name":"none"}') as { name: string };

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
  resolve: {
    // What the example of another store imports.
    alias: {
      dirleaf: path.join(project, "src/index.ts"),
      webdav: path.join(import.meta.dirname, "programs/node_modules/webdav/dist/node/index.js"),
    },
  },
  root: project,
  test: {
    include: [...(name === "webdav" ? [] : ["proofs/stores/*.proof.ts"]), `proofs/stores/${name}/*.proof.ts`],
    pool: "forks",
    // The tests share one server on one machine, so tests in parallel would only wait.
    fileParallelism: false,
    sequence: { sequencer: KilledLast },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

export default config;
