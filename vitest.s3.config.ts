// The tests that need a real store, which `npm run test:s3` starts: those of every S3, and those of the one that runs.
import path from "node:path";

import { defineConfig, type ViteUserConfig } from "vitest/config";

const { name } = JSON.parse(process.env["DIRLEAF_TEST_STORE"] ?? '{"name":"none"}') as { name: string };

const config: ViteUserConfig = defineConfig({
  resolve: {
    // What the example of another store imports.
    alias: {
      dirleaf: path.join(import.meta.dirname, "src/index.ts"),
      webdav: path.join(import.meta.dirname, "test/s3/programs/node_modules/webdav/dist/node/index.js"),
    },
  },
  test: {
    include: [...(name === "webdav" ? [] : ["test/s3/*.proof.ts"]), `test/s3/${name}/*.proof.ts`],
    pool: "forks",
    // One server, and one machine for it and for us: what runs beside it would only wait.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

export default config;
