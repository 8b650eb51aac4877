// Tests the listing of object stores with a real Ceph on loopback: `npm run e2e -- stores [keys]`. It comes from Debian's packages, runs in a
// temporary folder on free ports, and ends with the run.
import path from "node:path";

import { endProof, makeProofFolder, runProof } from "../checks.mjs";
import { startProcess } from "../processes.mjs";
import { startCeph } from "./ceph.mjs";
import { fillIndex } from "./fill-bucket.mjs";
import { planKeys } from "./plan-keys.mjs";

/** It takes two minutes, and three times as long on a busy machine. */
const LONGEST_MS = 900_000;

const BUCKET = "large";

const [keys = "20000"] = process.argv.slice(2);
const project = path.join(import.meta.dirname, "../..");
const folder = makeProofFolder("stores");

async function main() {
  const store = await startCeph(folder);
  await fillIndex(store, BUCKET, planKeys(Number(keys)));
  console.log(`Ceph has ${keys} keys`);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AWS_")));
  const vitest = path.join(project, "node_modules/vitest/vitest.mjs");
  const testing = startProcess(process.execPath, [vitest, "run", "--config", "e2e/stores/vitest.config.mjs"], {
    cwd: project,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...env,
      HOME: folder,
      DIRLEAF_TEST_STORE: JSON.stringify({ ...store, bucket: BUCKET, keys: Number(keys) }),
      // Keeps the SDK from asking Amazon for credentials, and from warning about an old Node.
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    },
  });
  return new Promise((resolve, reject) => {
    testing.once("error", reject).once("exit", (code) => resolve(code ?? 1));
  });
}

await runProof({ main, cleanUp: () => endProof(folder), longestMs: LONGEST_MS });
