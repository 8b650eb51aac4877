// Pages and a map of a bucket in a real Ceph, by dirleaf and by others. Times are measured without a proxy, requests are counted by one.
import { execFile, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { ListObjectsV2Command } from "@aws-sdk/client-s3";

import { s3 } from "../dist/index.js";
import { endProcesses } from "../e2e/processes.mjs";
import { createClient, fillIndex } from "../e2e/stores/fill-bucket.mjs";
import { planKeys } from "../e2e/stores/plan-keys.mjs";
import { startCeph } from "../e2e/stores/ceph.mjs";
import { ask, askListDir } from "./ask.mjs";
import { expect, interleave } from "./harness.mjs";
import { amount, faster, fewer, slower, writeCount } from "./rows.mjs";

const BUCKET = "bench";
const LIMIT = 25;

export async function ceph({ storeKeys, storePage, storeRounds }) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-bench-store-")));
  const store = await startCeph(folder);
  const end = () => {
    endProcesses();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", end);
  ["SIGINT", "SIGTERM"].forEach((signal) => process.once(signal, () => process.exit(1)));
  const proxy = await startCountingProxy(store.endpoint);
  try {
    const keys = planKeys(storeKeys);
    await fillIndex(store, BUCKET, keys);
    const flat = keys.filter((key) => key.startsWith("flat/"));
    const names = flat.map((key) => key.slice(5)).sort();
    const rows = [];
    for (const page of [1, storePage]) {
      rows.push(...(await pageRows(store, proxy, names, page, storeRounds)));
    }
    const fileSystem = s3({ client: createClient({ ...store, endpoint: proxy.endpoint }) });
    const requests = await proxy.count(() => ask("map_dir", { dir_path: `s3://${BUCKET}` }, { fileSystem }));
    return [
      ...rows,
      amount(`map of a bucket of ${writeCount(storeKeys)} keys: requests`, requests, writeCount, "<=", 16),
    ];
  } finally {
    proxy.close();
    end();
  }
}

async function pageRows(store, proxy, names, page, rounds) {
  const first = (page - 1) * LIMIT;
  const [direct, counted] = [store.endpoint, proxy.endpoint].map((endpoint) =>
    makeWays({ ...store, endpoint }, names, first),
  );
  const requests = {};
  for (const [name, run] of Object.entries(counted)) {
    requests[name] = await proxy.count(run);
  }
  const { dirleaf: ours, ...others } = await interleave(direct, rounds);
  const work = `page ${writeCount(page)} of a directory of ${writeCount(names.length)} keys`;
  return [
    amount(`${work}: requests`, requests.dirleaf, writeCount, "<=", 4),
    ...Object.entries(others).flatMap(([against, theirs]) => [
      (ours < theirs ? faster : slower)(work, ours, against, theirs),
      fewer(`${work}: requests`, requests.dirleaf, against, requests[against], writeCount),
    ]),
  ];
}

/** What lists one page: dirleaf, a program that counts from the start with the SDK, and rclone, which lists everything. */
function makeWays(store, names, first) {
  const wanted = names.slice(first, first + LIMIT).join("\n");
  const check = (lines, who) => expect(lines.slice(0, LIMIT).join("\n") === wanted, `${who} lists other names`);
  const client = createClient(store);
  const page = { dir_path: `s3://${BUCKET}/flat`, depth: 1, limit: LIMIT, order: "tree", after: names[first - 1] };
  const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = store.owner;
  const env = { PATH: process.env.PATH, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  const remote = `:s3,provider=Ceph,env_auth=true,endpoint='${store.endpoint}':${BUCKET}/flat`;
  const rclone = async () => {
    const options = { env, maxBuffer: 2 ** 28 };
    const { stdout } = await promisify(execFile)("rclone", ["lsf", "--config", "", remote], options);
    check(stdout.split("\n").slice(first), "rclone");
  };
  return {
    dirleaf: async () => check(await askListDir(page, { fileSystem: s3({ client }) }), "dirleaf"),
    "the SDK alone, page after page": async () => check(await pageBySdk(client, first), "the SDK"),
    ...(spawnSync("rclone", ["version"]).status === 0 && { "`rclone lsf` (no page)": rclone }),
  };
}

async function pageBySdk(client, first) {
  const names = [];
  let ContinuationToken;
  do {
    const MaxKeys = Math.min(1000, first + LIMIT - names.length);
    const input = { Bucket: BUCKET, Prefix: "flat/", Delimiter: "/", MaxKeys, ContinuationToken };
    const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(input));
    names.push(...Contents.map(({ Key }) => Key.slice(5)));
    ContinuationToken = NextContinuationToken;
  } while (ContinuationToken !== undefined && names.length < first + LIMIT);
  return names.slice(first);
}

async function startCountingProxy(target) {
  let requests = 0;
  const server = http.createServer((request, response) => {
    requests += 1;
    const { method, url, headers } = request;
    const passed = http.request(target, { method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once("error", () => response.destroy());
    request.pipe(passed);
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const count = async (work) => {
    requests = 0;
    await work();
    return requests;
  };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { endpoint: `http://127.0.0.1:${server.address().port}`, count, close };
}
