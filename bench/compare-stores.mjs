// Pages of a directory in an object store, by dirleaf and by other programs: times directly to the store, and requests
// counted by a proxy in between.
import { execFile, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { ListObjectsV2Command } from "@aws-sdk/client-s3";

import { s3 } from "../dist/index.js";
import { createClient } from "../proofs/stores/servers/fill-bucket.mjs";
import { planKeys } from "../proofs/stores/servers/plan-keys.mjs";
import { askListDir, expect } from "./ask-list-dir.mjs";
import { COMMAND } from "./compare-project.mjs";
import { interleave } from "./measure.mjs";

/** @typedef {import("../proofs/stores/servers/start-ceph.mjs").Store} Store */

/**
 * @typedef {object} StoreTask
 * @property {Store} store
 * @property {string} bucket
 * @property {string} directory The directory that is listed, a flat one.
 * @property {number} keys How many keys were planned for the bucket.
 * @property {number} page The number of the page, from 1.
 * @property {number} rounds
 */

/**
 * @typedef {object} Cost
 * @property {number | undefined} time The median, or undefined if it is not installed.
 * @property {number} requests
 * @property {boolean} isEnded Whether it took too long and was killed.
 */

const LIMIT = 25;

/** How long a program that first lists a whole directory may take before it is killed. */
const LONGEST_MS = 120_000;

/**
 * One page by each of them.
 * @param {StoreTask} task
 * @returns {Promise<Record<"dirleaf" | "sdk" | "dirleafCommand" | "rclone" | "s3fs", Cost>>}
 */
export async function compareStores(task) {
  const proxy = await startCountingProxy(task.store.endpoint);
  try {
    const ways = makeWays(task);
    /** @type {Record<string, Cost>} */
    const costs = {};
    for (const [name, make] of Object.entries(ways)) {
      const cost = { time: /** @type {number | undefined} */ (undefined), requests: Number.NaN, isEnded: false };
      costs[name] = cost;
      const way = await make(proxy.endpoint);
      if (way !== undefined) {
        const before = proxy.requests();
        const start = performance.now();
        cost.isEnded = (await way.run()) === "ended";
        // For programs that are too slow to run twice, this is the time, including the proxy. The others are timed below.
        cost.time = performance.now() - start;
        cost.requests = proxy.requests() - before;
        await way.end?.();
      }
    }
    for (const [group, rounds] of /** @type {const} */ ([
      [["dirleaf", "sdk"], task.rounds],
      [["dirleafCommand", "rclone"], Math.min(task.rounds, 5)],
    ])) {
      const contestants = [];
      for (const name of group) {
        const way = await ways[name](task.store.endpoint);
        if (way !== undefined) {
          contestants.push({ name, run: way.run });
        }
      }
      Object.entries(await interleave(contestants, rounds)).forEach(([name, time]) => {
        /** @type {Cost} */ (costs[name]).time = time;
      });
    }
    return /** @type {any} */ (costs);
  } finally {
    proxy.close();
  }
}

/**
 * For each of them, given an endpoint: what to run, and how to end it. Undefined if it is not installed.
 * @param {StoreTask} task
 */
function makeWays({ store, bucket, directory, keys, page }) {
  const names = planNames(keys, directory);
  const first = (page - 1) * LIMIT;
  const after = page === 1 ? {} : { after: names[first - 1] };
  const wanted = names.slice(first, first + LIMIT).join("\n");
  const check = (/** @type {readonly string[]} */ lines, /** @type {string} */ who) => {
    expect(lines.slice(0, LIMIT).join("\n") === wanted, `${who} lists other names on page ${page}`);
  };
  const environment = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AWS_"))),
    AWS_ACCESS_KEY_ID: store.owner.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.owner.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: "true",
  };
  const runCommand = async (/** @type {string} */ program, /** @type {readonly string[]} */ args) => {
    const settings = { env: environment, maxBuffer: 2 ** 28, timeout: LONGEST_MS };
    return (await promisify(execFile)(program, [...args], settings)).stdout.split("\n");
  };
  return {
    dirleaf: async (/** @type {string} */ endpoint) => {
      const client = createClient({ ...store, endpoint });
      const fileSystem = s3({ client });
      const toolArguments = {
        dir_path: `s3://${bucket}/${directory}`,
        depth: 1,
        limit: LIMIT,
        order: "tree",
        ...after,
      };
      return { run: async () => check(await askListDir(toolArguments, { fileSystem }), "dirleaf"), end: undefined };
    },
    // As a program does that pages through a listing: it reads everything before the page, a thousand keys at a time.
    sdk: async (/** @type {string} */ endpoint) => {
      const client = createClient({ ...store, endpoint });
      return {
        run: async () => check(await pageBySdk(client, bucket, `${directory}/`, first), "the SDK"),
        end: undefined,
      };
    },
    dirleafCommand: async (/** @type {string} */ endpoint) => {
      const words = [COMMAND, `s3://${bucket}/${directory}`, "--endpoint", endpoint, "--depth", "1"];
      const where = page === 1 ? [] : ["--after", names[first - 1] ?? ""];
      const args = [...words, "--limit", String(LIMIT), "--order", "tree", ...where];
      return { run: async () => check((await runCommand(process.execPath, args)).slice(1), "dirleaf"), end: undefined };
    },
    rclone: async (/** @type {string} */ endpoint) => {
      if (!isInstalled("rclone")) {
        return undefined;
      }
      const remote = `:s3,provider=Ceph,env_auth=true,endpoint='${endpoint}':${bucket}/${directory}`;
      const run = async () =>
        check((await runCommand("rclone", ["lsf", "--config", "", remote])).slice(first), "rclone");
      return { run, end: undefined };
    },
    s3fs: async (/** @type {string} */ endpoint) => {
      if (!isInstalled("s3fs") || !fs.existsSync("/dev/fuse")) {
        return undefined;
      }
      const mount = await mountS3fs(store, bucket, endpoint);
      const args = [
        "-c",
        'LC_ALL=C ls -f "$1" | LC_ALL=C sort | grep -v "^\\.\\.*$"',
        "sh",
        path.join(mount.folder, directory),
      ];
      const run = async () => {
        try {
          check((await runCommand("sh", args)).slice(first), "s3fs");
          return "done";
        } catch (error) {
          if (/** @type {{ killed?: boolean }} */ (error).killed === true) {
            return "ended";
          }
          throw error;
        }
      };
      return { run, end: mount.end };
    },
  };
}

/**
 * @param {import("@aws-sdk/client-s3").S3Client} client
 * @param {string} Bucket
 * @param {string} Prefix
 * @param {number} first
 */
async function pageBySdk(client, Bucket, Prefix, first) {
  const names = [];
  let ContinuationToken;
  do {
    const MaxKeys = Math.min(1000, first + LIMIT - names.length);
    const command = new ListObjectsV2Command({ Bucket, Prefix, Delimiter: "/", MaxKeys, ContinuationToken });
    const { Contents = [], NextContinuationToken } = await client.send(command);
    names.push(...Contents.map(({ Key = "" }) => Key.slice(Prefix.length)));
    ContinuationToken = NextContinuationToken;
  } while (ContinuationToken !== undefined && names.length < first + LIMIT);
  return names.slice(first);
}

/**
 * @param {Store} store
 * @param {string} bucket
 * @param {string} endpoint
 */
async function mountS3fs(store, bucket, endpoint) {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-s3fs-"));
  const folder = path.join(base, "mount");
  const secret = path.join(base, "secret");
  fs.mkdirSync(folder);
  fs.writeFileSync(secret, `${store.owner.accessKeyId}:${store.owner.secretAccessKey}`, { mode: 0o600 });
  const options = `url=${endpoint},use_path_request_style,passwd_file=${secret}`;
  const child = spawn("s3fs", [bucket, folder, "-f", "-o", options], { stdio: "ignore" });
  // Read the list of mounts instead of accessing the mount itself, since s3fs asks our own proxy before it answers.
  for (let tries = 0; !fs.readFileSync("/proc/mounts", "utf8").includes(` ${folder} `); tries += 1) {
    if (tries > 100 || child.exitCode !== null) {
      throw new Error("s3fs did not mount the bucket");
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  const end = async () => {
    spawnSync("fusermount", ["-u", folder]);
    child.kill();
    fs.rmSync(base, { recursive: true, force: true });
  };
  return { folder, end };
}

/**
 * The names in a directory of the planned bucket, in order. They are ASCII.
 * @param {number} keys
 * @param {string} directory
 */
export function planNames(keys, directory) {
  const own = planKeys(keys).filter((key) => key.startsWith(`${directory}/`));
  return own.map((key) => key.slice(directory.length + 1)).sort();
}

/** @param {string} target */
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
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  };
  return { endpoint: `http://127.0.0.1:${port}`, requests: () => count, close };
}

/** @param {string} program */
function isInstalled(program) {
  return spawnSync("which", [program]).status === 0;
}
