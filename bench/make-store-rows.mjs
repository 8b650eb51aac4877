// The rows of object stores: starts and fills a real Ceph, and lists pages of one directory in each way.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { fillBucket } from "../proofs/stores/servers/fill-bucket.mjs";
import { planKeys } from "../proofs/stores/servers/plan-keys.mjs";
import { startCeph } from "../proofs/stores/servers/start-ceph.mjs";
import { planNames } from "./compare-stores.mjs";
import { atMost, fasterRow, fewerRow, numberRow, slowerRow } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";
import { writeCount, writeTime } from "./write-number.mjs";

/** @typedef {import("./compare-stores.mjs").Cost} Cost */
/** @typedef {import("./row.mjs").Row} Row */
/** @typedef {import("./settings.mjs").Settings} Settings */

const BUCKET = "bench";
const DIRECTORY = "flat";

/** What each form of dirleaf is compared with. */
const PEERS = /** @type {const} */ ([
  ["dirleaf", "sdk", "the SDK alone, page after page"],
  ["dirleafCommand", "rclone", "`rclone lsf` (no page)"],
  ["dirleafCommand", "s3fs", "`ls` in a mount of `s3fs`, cold (no page)"],
]);

/**
 * @param {Settings} settings
 * @param {(message: string) => void} report
 * @returns {Promise<Row[]>}
 */
export async function makeStoreRows(settings, report) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-bench-store-")));
  report("object stores: a Ceph is started");
  const running = await startCeph(folder);
  const end = () => {
    running.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", end);
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.once(signal, () => process.exit(1));
  }
  try {
    const { store } = running;
    const keys = planKeys(settings.storeKeys);
    report(`object stores: ${writeCount(keys.length)} keys are put`);
    await fillBucket(store, BUCKET, keys);
    const entries = planNames(keys.length, DIRECTORY).length;
    const rows = [];
    for (const page of [1, settings.storePage]) {
      report(`object stores: page ${page}`);
      const task = {
        store,
        bucket: BUCKET,
        directory: DIRECTORY,
        keys: keys.length,
        page,
        rounds: settings.storeRounds,
      };
      rows.push(...makePageRows(await runInChild("compareStores", task), page, entries, keys.length));
    }
    return rows;
  } finally {
    await running.stop();
    end();
    process.off("exit", end);
  }
}

/**
 * @param {Record<string, Cost>} costs
 * @param {number} page
 * @param {number} entries
 * @param {number} keys
 * @returns {Row[]}
 */
function makePageRows(costs, page, entries, keys) {
  const bucket = `bucket of ${writeCount(keys)} keys, page ${writeCount(page)} of a directory of ${writeCount(entries)}`;
  const rows = PEERS.flatMap(([form, peer, against]) => {
    const work = `${bucket}${form === "dirleaf" ? "" : ", a command"}`;
    const { time: ours = Number.NaN, requests = Number.NaN } = costs[form] ?? {};
    const { time: theirs, requests: more = Number.NaN, isEnded } = costs[peer] ?? {};
    if (theirs === undefined) {
      return [{ work, ours, against, measured: "not installed" }];
    }
    if (isEnded === true) {
      const measured = `not done after ${writeTime(theirs)} and ${writeCount(more)} requests`;
      return [{ work, ours, against, measured }];
    }
    const times = { work, ours, against, theirs };
    const counts = { work: `${work}: requests`, ours: requests, against, theirs: more, write: writeCount };
    return [ours < theirs ? fasterRow(times) : slowerRow(times), fewerRow(counts)];
  });
  const { requests = Number.NaN } = costs["dirleaf"] ?? {};
  return [...rows, numberRow(`${bucket}: requests`, requests, writeCount, atMost(4, writeCount))];
}
