// A real Ceph on loopback: a monitor, an object storage daemon and a RADOS Gateway, from Debian's packages, in one folder.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { freePorts, Processes, requirePrograms, runProgram } from "./processes.mjs";

/**
 * @typedef {object} Keys
 * @property {string} accessKeyId
 * @property {string} secretAccessKey
 */

/**
 * @typedef {object} Store A running server, as the tests see it.
 * @property {string} name
 * @property {string} endpoint
 * @property {string} region
 * @property {Keys} owner The user who creates the buckets.
 * @property {Keys} stranger A user who may not read them.
 * @property {{ user: string, key: string }} login The owner, in Swift's own dialect.
 * @property {string} [configuration] Ceph's, for another gateway, and for the index of a bucket.
 */

/**
 * @typedef {object} RunningStore
 * @property {Store} store
 * @property {() => Promise<void>} stop
 * @property {() => void} kill
 */

const PACKAGES = {
  "ceph-mon": "ceph-mon",
  "ceph-osd": "ceph-osd",
  radosgw: "radosgw",
  "radosgw-admin": "radosgw",
  ceph: "ceph-common",
  "ceph-authtool": "ceph-common",
  monmaptool: "ceph-common",
};

const ADMIN_CAPS = ["--cap", "mon", "allow *", "--cap", "osd", "allow *"];

/** Parts that keep long logs in memory. Without them a put costs a third less. */
const SILENT = "none osd ms rgw mon paxos bluestore bluefs rocksdb bdev objecter rados monc auth optracker".split(" ");

/**
 * Starts it and creates two users. Takes about 10 seconds.
 * @param {string} folder An empty folder.
 * @returns {Promise<RunningStore>}
 */
export async function startCeph(folder) {
  requirePrograms(PACKAGES);
  for (const name of ["mon", "osd", "run", "log", "rgw"]) {
    fs.mkdirSync(path.join(folder, name), { recursive: true });
  }
  const configuration = path.join(folder, "ceph.conf");
  const keyring = path.join(folder, "keyring");
  const fsid = randomUUID();
  const [monitorPort, gatewayPort] = /** @type {[number, number]} */ (await freePorts(2));
  fs.writeFileSync(configuration, writeConfiguration(folder, fsid, monitorPort));
  const processes = new Processes(path.join(folder, "log"));
  const common = ["-c", configuration];
  try {
    // Keys are required: a gateway never connects to a cluster without any.
    await runProgram("ceph-authtool", [
      "--create-keyring",
      keyring,
      "--gen-key",
      "-n",
      "mon.",
      "--cap",
      "mon",
      "allow *",
    ]);
    await runProgram("ceph-authtool", [keyring, "--gen-key", "-n", "client.admin", ...ADMIN_CAPS]);
    await runProgram("ceph-authtool", [keyring, "--gen-key", "-n", "client.rgw", ...ADMIN_CAPS]);
    await runProgram("ceph-authtool", [
      keyring,
      "--gen-key",
      "-n",
      "osd.0",
      ...ADMIN_CAPS.with(2, "allow profile osd"),
    ]);
    const map = path.join(folder, "monmap");
    await runProgram("monmaptool", ["--create", "--fsid", fsid, "--addv", "a", `[v2:127.0.0.1:${monitorPort}]`, map]);
    await runProgram("ceph-mon", [...common, "--mkfs", "-i", "a", "--keyring", keyring, "--monmap", map]);
    processes.start("monitor", "ceph-mon", [...common, "-i", "a", "-f"]);
    const disk = randomUUID();
    await Promise.all([
      runProgram("ceph", [...common, "--connect-timeout", "60", "osd", "new", disk]),
      runProgram("ceph-osd", [...common, "-i", "0", "--mkfs", "--osd-uuid", disk]),
    ]);
    processes.start("disk", "ceph-osd", [...common, "-i", "0", "-f"]);
    const endpoint = await startGateway(processes, configuration, gatewayPort);
    const owner = await makeUser(configuration, "owner");
    const stranger = await makeUser(configuration, "stranger");
    const login = await makeLogin(configuration, "owner");
    return {
      store: { name: "ceph", endpoint, region: "us-east-1", owner, stranger, login, configuration },
      stop: async () => processes.stop(),
      kill: () => processes.kill(),
    };
  } catch (error) {
    processes.kill();
    throw error;
  }
}

/**
 * Starts a gateway to a running cluster.
 * @param {Processes} processes
 * @param {string} configuration
 * @param {number} port
 */
export async function startGateway(processes, configuration, port) {
  const endpoint = `http://127.0.0.1:${port}`;
  // Without `tcp_nodelay` every answer waits 40 ms.
  const front = `beast endpoint=127.0.0.1:${port} tcp_nodelay=1`;
  processes.start(`gateway-${port}`, "radosgw", [
    "-c",
    configuration,
    "-n",
    "client.rgw",
    "-f",
    `--rgw-frontends=${front}`,
  ]);
  await processes.waitFor(async () => fetch(endpoint));
  return endpoint;
}

/**
 * @param {string} configuration
 * @param {string} name
 */
async function makeUser(configuration, name) {
  const accessKeyId = `KEYOF${name.toUpperCase()}`;
  const secretAccessKey = randomUUID().replaceAll("-", "");
  const user = ["--uid", name, "--display-name", name, "--access-key", accessKeyId, "--secret-key", secretAccessKey];
  await runProgram("radosgw-admin", ["-c", configuration, "user", "create", ...user]);
  return { accessKeyId, secretAccessKey };
}

/**
 * Lets a user log in as Swift's users do.
 * @param {string} configuration
 * @param {string} name
 */
async function makeLogin(configuration, name) {
  const user = `${name}:swift`;
  const key = randomUUID();
  const login = ["--uid", name, "--subuser", user, "--access", "full", "--key-type", "swift", "--secret-key", key];
  await runProgram("radosgw-admin", ["-c", configuration, "subuser", "create", ...login]);
  return { user, key };
}

/**
 * @param {string} folder
 * @param {string} fsid
 * @param {number} monitorPort
 */
function writeConfiguration(folder, fsid, monitorPort) {
  return `[global]
fsid = ${fsid}
mon host = v2:127.0.0.1:${monitorPort}/0
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${folder}/keyring
run dir = ${folder}/run
admin socket = ${folder}/run/$name-$pid.asok
log file = ${folder}/log/$name-$pid.log
crash dir = ${folder}/log
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 2000
${SILENT.map((part) => `debug ${part} = 0/0`).join("\n")}
osd enable op tracker = false
rgw enable usage log = false
rgw dynamic resharding = false
[mon]
mon data = ${folder}/mon
mon cluster log file = ${folder}/log/cluster.log
[osd]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 10737418240
[client.rgw]
rgw data = ${folder}/rgw
`;
}
