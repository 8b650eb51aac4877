// A real OpenStack Swift with its S3 dialect on loopback, from Debian's packages, in one folder.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { freePorts, Processes, requirePrograms, runProgram } from "./processes.mjs";

/** @typedef {import("./start-ceph.mjs").RunningStore} RunningStore */

const PACKAGES = {
  "swift-proxy-server": "swift-proxy",
  "swift-account-server": "swift-account",
  "swift-container-server": "swift-container",
  "swift-object-server": "swift-object",
  "swift-ring-builder": "swift-proxy",
  memcached: "memcached",
};

const SERVERS = /** @type {const} */ (["account", "container", "object"]);
const FILTERS = ["catch_errors", "gatekeeper", "listing_formats", "bulk", "slo", "dlo"];

/** Half a second is too short on a busy machine: if Swift gives up on a server too soon, it answers 503 or lists a key late. */
const WAIT = "conn_timeout = 20\nnode_timeout = 60\n";

/**
 * Starts it. The folder must be on a file system with extended attributes. Takes about 5 seconds.
 * @param {string} folder An empty folder.
 * @returns {Promise<RunningStore>}
 */
export async function startSwift(folder) {
  requirePrograms(PACKAGES);
  for (const name of ["srv/d1", "log"]) {
    fs.mkdirSync(path.join(folder, name), { recursive: true });
  }
  const [proxyPort = 0, cachePort = 0, ...ports] = await freePorts(2 + SERVERS.length);
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    fs.writeFileSync(path.join(folder, name), text);
  };
  write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_prefix = p\nswift_hash_path_suffix = s\n[storage-policy:0]\nname = gold\ndefault = yes\n",
  );
  for (const [index, name] of SERVERS.entries()) {
    const port = ports[index] ?? 0;
    for (const step of [["create", "4", "1", "1"], ["add", `r1z1-127.0.0.1:${port}/d1`, "1"], ["rebalance"]]) {
      await runProgram("swift-ring-builder", [`${name}.builder`, ...step], folder);
    }
    write(`${name}-server.conf`, writeServer(folder, name, port));
  }
  write("proxy-server.conf", writeProxy(folder, proxyPort, cachePort));
  const processes = new Processes(path.join(folder, "log"));
  try {
    const cache = ["-u", os.userInfo().username, "-l", "127.0.0.1", "-p", String(cachePort)];
    processes.start("memcached", "memcached", cache);
    // The proxy last: it treats servers that do not answer yet as broken, and ignores them for a minute.
    for (const [index, name] of SERVERS.entries()) {
      startServer(processes, folder, name);
      await processes.waitFor(async () => fetch(`http://127.0.0.1:${ports[index]}`));
    }
    startServer(processes, folder, "proxy");
    const endpoint = `http://127.0.0.1:${proxyPort}`;
    await processes.waitFor(async () => fetch(endpoint));
    const owner = { accessKeyId: "test:tester", secretAccessKey: "secret-of-tester" };
    const stranger = { accessKeyId: "other:stranger", secretAccessKey: "secret-of-stranger" };
    const login = { user: owner.accessKeyId, key: owner.secretAccessKey };
    return {
      store: { name: "swift", endpoint, region: "us-east-1", owner, stranger, login },
      stop: async () => processes.stop(),
      kill: () => processes.kill(),
    };
  } catch (error) {
    processes.kill();
    throw error;
  }
}

/**
 * @param {Processes} processes
 * @param {string} folder
 * @param {string} name
 */
function startServer(processes, folder, name) {
  processes.start(name, `swift-${name}-server`, [path.join(folder, `${name}-server.conf`)]);
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {number} port
 */
function writeServer(folder, name, port) {
  return `${writeDefaults(folder, port)}devices = ${folder}/srv
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
${WAIT}${name === "object" ? "container_update_timeout = 60\n" : ""}`;
}

/**
 * @param {string} folder
 * @param {number} port
 * @param {number} cachePort
 */
function writeProxy(folder, port, cachePort) {
  return `${writeDefaults(folder, port)}[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000
${WAIT}[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = secret-of-tester .admin
user_other_stranger = secret-of-stranger .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
${FILTERS.map((filter) => `[filter:${filter}]\nuse = egg:swift#${filter}\n`).join("")}`;
}

/**
 * @param {string} folder
 * @param {number} port
 */
function writeDefaults(folder, port) {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${os.userInfo().username}
swift_dir = ${folder}
workers = 1
`;
}
