// Pages of a directory in a real Ceph, by dirleaf and by other programs: times directly to the store, and requests counted by a
// proxy in between.
import { execFile, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { ListObjectsV2Command } from "@aws-sdk/client-s3";

import { s3 } from "../dist/index.js";
import { createClient, fillBucket } from "../proofs/stores/servers/fill-bucket.mjs";
import { planKeys } from "../proofs/stores/servers/plan-keys.mjs";
import { startCeph } from "../proofs/stores/servers/start-ceph.mjs";
import { askListDir } from "./ask.mjs";
import { amount, COMMAND, expect, faster, fewer, inFreshProcess, interleave, slower } from "./harness.mjs";
import { writeCount, writeTime } from "./harness.mjs";

const BUCKET = "bench";
const DIRECTORY = "flat";
const LIMIT = 25;

/** How long a program that first lists a whole directory may take before it is killed. */
const LONGEST_MS = 120_000;

/** What each form of dirleaf is compared with. */
const PEERS = [
  ["dirleaf", "sdk", "the SDK alone, page after page"],
  ["dirleafCommand", "rclone", "`rclone lsf` (no page)"],
  ["dirleafCommand", "s3fs", "`ls` in a mount of `s3fs`, cold (no page)"],
];

export async function storeRows(settings, report) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-bench-store-")));
  report("object stores: a Ceph is started");
  const running = await startCeph(folder);
  const end = () => {
    running.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", end);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => process.exit(1));
  }
  try {
    const keys = planKeys(settings.storeKeys);
    report(`object stores: ${writeCount(keys.length)} keys are put`);
    await fillBucket(running.store, BUCKET, keys);
    const rows = [];
    for (const page of [1, settings.storePage]) {
      report(`object stores: page ${page}`);
      const task = { store: running.store, keys: keys.length, page, rounds: settings.storeRounds };
      rows.push(...pageRows(await inFreshProcess(import.meta.url, "compareStores", task), task));
    }
    return rows;
  } finally {
    await running.stop();
    end();
    process.off("exit", end);
  }
}

function pageRows(costs, { keys, page }) {
  const entries = writeCount(planNames(keys).length);
  const bucket = `bucket of ${writeCount(keys)} keys, page ${writeCount(page)} of a directory of ${entries}`;
  const rows = PEERS.flatMap(([form, peer, against]) => {
    const work = `${bucket}${form === "dirleaf" ? "" : ", a command"}`;
    const { time: ours, requests } = costs[form];
    const { time: theirs, requests: others, isEnded } = costs[peer];
    if (theirs === undefined || isEnded) {
      const ended = () => `not done after ${writeTime(theirs)} and ${writeCount(others)} requests`;
      return [{ work, ours, against, measured: isEnded ? ended() : "not installed" }];
    }
    const row = ours < theirs ? faster : slower;
    return [row(work, ours, against, theirs), fewer(`${work}: requests`, requests, against, others, writeCount)];
  });
  return [...rows, amount(`${bucket}: requests`, costs.dirleaf.requests, writeCount, "<=", 4)];
}

/** One page by each of them: the time, if it is installed, the requests, and whether it took too long and was killed. */
export async function compareStores({ store, keys, page, rounds }) {
  const proxy = await startCountingProxy(store.endpoint);
  try {
    const ways = makeWays(store, planNames(keys), page);
    const costs = {};
    for (const [name, make] of Object.entries(ways)) {
      const way = await make(proxy.endpoint);
      costs[name] = {};
      if (way !== undefined) {
        const before = proxy.requests();
        const start = performance.now();
        const isEnded = (await way.run()) === "ended";
        // For programs that are too slow to run twice, this is the time, including the proxy. The others are timed below.
        costs[name] = { time: performance.now() - start, requests: proxy.requests() - before, isEnded };
        way.end?.();
      }
    }
    for (const [group, most] of [
      [["dirleaf", "sdk"], rounds],
      [["dirleafCommand", "rclone"], Math.min(rounds, 5)],
    ]) {
      const contestants = {};
      for (const name of group.filter((one) => costs[one].time !== undefined)) {
        contestants[name] = (await ways[name](store.endpoint)).run;
      }
      for (const [name, time] of Object.entries(await interleave(contestants, most))) {
        costs[name].time = time;
      }
    }
    return costs;
  } finally {
    proxy.close();
  }
}

/** For each of them, given an endpoint: what to run, and how to end it. Undefined if it is not installed. */
function makeWays(store, names, page) {
  const first = (page - 1) * LIMIT;
  const after = page === 1 ? undefined : names[first - 1];
  const wanted = names.slice(first, first + LIMIT).join("\n");
  const check = (lines, who) => {
    // A page in the middle of the directory says so in a line before its entries.
    const shown = lines.filter((line) => line !== "…").slice(0, LIMIT);
    expect(shown.join("\n") === wanted, `${who} lists other names on page ${page}`);
  };
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AWS_"))),
    AWS_ACCESS_KEY_ID: store.owner.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.owner.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: "true",
  };
  const runCommand = async (program, words) => {
    const { stdout } = await promisify(execFile)(program, words, { env, maxBuffer: 2 ** 28, timeout: LONGEST_MS });
    return stdout.split("\n");
  };
  const directory = `s3://${BUCKET}/${DIRECTORY}`;
  return {
    dirleaf: (endpoint) => {
      const fileSystem = s3({ client: createClient({ ...store, endpoint }) });
      const request = { dir_path: directory, depth: 1, limit: LIMIT, order: "tree", after };
      return { run: async () => check(await askListDir(request, { fileSystem }), "dirleaf") };
    },
    // As a program does that pages through a listing: it reads everything before the page, a thousand keys at a time.
    sdk: (endpoint) => {
      const client = createClient({ ...store, endpoint });
      return { run: async () => check(await pageBySdk(client, first), "the SDK") };
    },
    dirleafCommand: (endpoint) => {
      const words = [COMMAND, directory, "--endpoint", endpoint, "--depth", "1", "--limit", String(LIMIT)];
      words.push("--order", "tree", ...(after === undefined ? [] : ["--after", after]));
      return { run: async () => check((await runCommand(process.execPath, words)).slice(1), "dirleaf") };
    },
    rclone: (endpoint) => {
      const remote = `:s3,provider=Ceph,env_auth=true,endpoint='${endpoint}':${BUCKET}/${DIRECTORY}`;
      const run = async () =>
        check((await runCommand("rclone", ["lsf", "--config", "", remote])).slice(first), "rclone");
      return isInstalled("rclone") ? { run } : undefined;
    },
    s3fs: async (endpoint) => {
      if (!isInstalled("s3fs") || !fs.existsSync("/dev/fuse")) {
        return undefined;
      }
      const mount = await mountS3fs(store, endpoint);
      const script = 'LC_ALL=C ls -f "$1" | LC_ALL=C sort | grep -v "^\\.\\.*$"';
      const words = ["-c", script, "sh", path.join(mount.folder, DIRECTORY)];
      const run = async () => {
        try {
          check((await runCommand("sh", words)).slice(first), "s3fs");
          return "done";
        } catch (error) {
          if (error.killed === true) {
            return "ended";
          }
          throw error;
        }
      };
      return { run, end: mount.end };
    },
  };
}

async function pageBySdk(client, first) {
  const Prefix = `${DIRECTORY}/`;
  const names = [];
  let ContinuationToken;
  do {
    const MaxKeys = Math.min(1000, first + LIMIT - names.length);
    const command = new ListObjectsV2Command({ Bucket: BUCKET, Prefix, Delimiter: "/", MaxKeys, ContinuationToken });
    const { Contents = [], NextContinuationToken } = await client.send(command);
    names.push(...Contents.map(({ Key }) => Key.slice(Prefix.length)));
    ContinuationToken = NextContinuationToken;
  } while (ContinuationToken !== undefined && names.length < first + LIMIT);
  return names.slice(first);
}

async function mountS3fs(store, endpoint) {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-s3fs-"));
  const folder = path.join(base, "mount");
  const secret = path.join(base, "secret");
  fs.mkdirSync(folder);
  fs.writeFileSync(secret, `${store.owner.accessKeyId}:${store.owner.secretAccessKey}`, { mode: 0o600 });
  const options = `url=${endpoint},use_path_request_style,passwd_file=${secret}`;
  const child = spawn("s3fs", [BUCKET, folder, "-f", "-o", options], { stdio: "ignore" });
  // Read the list of mounts instead of accessing the mount itself, since s3fs asks our own proxy before it answers.
  for (let tries = 0; !fs.readFileSync("/proc/mounts", "utf8").includes(` ${folder} `); tries += 1) {
    if (tries > 100 || child.exitCode !== null) {
      throw new Error("s3fs did not mount the bucket");
    }
    await sleep(100);
  }
  const end = () => {
    spawnSync("fusermount", ["-u", folder]);
    child.kill();
    fs.rmSync(base, { recursive: true, force: true });
  };
  return { folder, end };
}

/** The names in the directory, in order. They are ASCII. */
function planNames(keys) {
  const own = planKeys(keys).filter((key) => key.startsWith(`${DIRECTORY}/`));
  return own.map((key) => key.slice(DIRECTORY.length + 1)).sort();
}

async function startCountingProxy(target) {
  let count = 0;
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((request, response) => {
    count += 1;
    const { method, url, headers } = request;
    const passed = http.request(target, { method, path: url, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once("error", () => response.destroy());
    request.pipe(passed);
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  };
  return { endpoint: `http://127.0.0.1:${server.address().port}`, requests: () => count, close };
}

function isInstalled(program) {
  return spawnSync("which", [program]).status === 0;
}
