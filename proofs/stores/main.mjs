// Tests the listing of object stores with real servers on loopback: `npm run prove -- stores [--only ceph] [--keys 20000]`.
// Ceph's RADOS Gateway, OpenStack Swift's S3 dialect, and for the worked example of another store rclone's WebDAV server.
// All come from Debian packages, run in a temporary folder on free ports, and end with the run.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { addToIndex, fillBucket } from "./servers/fill-bucket.mjs";
import { planKeys, volatileKeys } from "./servers/plan-keys.mjs";
import { killAll } from "./servers/processes.mjs";
import { startCeph } from "./servers/start-ceph.mjs";
import { startSwift } from "./servers/start-swift.mjs";
import { startWebdav } from "./servers/start-webdav.mjs";
import { runProof } from "../run-proof.mjs";

/** Each store takes two minutes, and three times as long on a busy machine. */
const LONGEST_MS = 1_500_000;

const BUCKET = "large";

/** How many keys each store's bucket gets. Swift takes 250 puts per second; most of Ceph's go directly into its index. */
const STORES = {
  ceph: { start: startCeph, keys: 20_000 },
  swift: { start: startSwift, keys: 1500 },
  webdav: { start: startWebdav, keys: 0 },
};

/** Keeps the SDK from asking Amazon for credentials, and from warning about an old Node. */
const FOR_THE_SDK = {
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
};

const project = path.join(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { only: { type: "string" }, keys: { type: "string" } } });
// A store waits for its disk with every put.
const base = canHoldStore("/dev/shm") ? "/dev/shm" : os.tmpdir();
const folder = fs.realpathSync(fs.mkdtempSync(path.join(base, "dirleaf-stores-")));

/** Whether a folder in memory has room for a store, and files in it can have extended attributes, which Swift needs: since Linux 6.6. */
function canHoldStore(memory) {
  const program =
    "import os, sys, tempfile\nwith tempfile.NamedTemporaryFile(dir=sys.argv[1]) as f: os.setxattr(f.name, 'user.a', b'')";
  const { bavail, bsize } = fs.existsSync(memory) ? fs.statfsSync(memory) : { bavail: 0, bsize: 0 };
  return bavail * bsize > 2 ** 32 && spawnSync("python3", ["-c", program, memory], { stdio: "ignore" }).status === 0;
}

/** The running tests, so that they can be ended. */
let testing;

async function testStore(name) {
  const since = Date.now();
  const own = path.join(folder, name);
  fs.mkdirSync(own);
  const running = await STORES[name].start(own);
  console.log(`${name}: started in ${seconds(since)}`);
  const keys = Math.min(STORES[name].keys, Number(values.keys ?? Infinity));
  if (keys > 0) {
    const filling = Date.now();
    await fill(running.store, planKeys(keys));
    console.log(`${name}: filled with ${keys} keys in ${seconds(filling)}`);
  }
  const code = await runTests({ ...running.store, bucket: BUCKET, keys });
  await running.stop();
  fs.rmSync(own, { recursive: true, force: true });
  if (code !== 0) {
    throw new Error(`the tests failed on ${name}`);
  }
  console.log(`ok: ${name}, in ${seconds(since)}\n`);
}

/** In Ceph, only what the tests may delete are real objects. */
async function fill(store, keys) {
  if (store.name !== "ceph") {
    return fillBucket(store, BUCKET, keys);
  }
  const real = new Set(volatileKeys(keys));
  await fillBucket(store, BUCKET, [...real]);
  const others = keys.filter((key) => !real.has(key));
  return addToIndex(store, [...real][0], others);
}

async function runTests(store) {
  const vitest = path.join(project, "node_modules/vitest/vitest.mjs");
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AWS_")));
  testing = spawn(process.execPath, [vitest, "run", "--config", "proofs/stores/vitest.config.ts"], {
    cwd: project,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...env, DIRLEAF_TEST_STORE: JSON.stringify(store), HOME: folder, ...FOR_THE_SDK },
  });
  return new Promise((resolve, reject) => {
    testing.once("error", reject).once("exit", resolve);
  });
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

function cleanUp() {
  testing?.kill("SIGKILL");
  killAll(folder);
  // The killed processes may still have been writing.
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

async function main() {
  if (values.only !== undefined && !Object.hasOwn(STORES, values.only)) {
    throw new Error(`--only must be one of ${Object.keys(STORES).join(", ")}, not '${values.only}'`);
  }
  for (const name of Object.keys(STORES).filter((store) => values.only === undefined || values.only === store)) {
    await testStore(name);
  }
}

await runProof({ main, cleanUp, longestMs: LONGEST_MS });
