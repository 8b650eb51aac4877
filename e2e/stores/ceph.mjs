// A real Ceph on loopback: a monitor, an object storage daemon and a RADOS Gateway, from Debian's packages, in one folder.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { freePorts, startProcess, waitFor } from "../processes.mjs";

/** @typedef {{ accessKeyId: string, secretAccessKey: string }} Keys */

/**
 * A running Ceph: the user who creates the buckets, a user who may not read them, and the file that configures it.
 * @typedef {{ endpoint: string, region: string, owner: Keys, stranger: Keys, configuration: string }} Store
 */

const ADMIN_CAPS = ["--cap", "mon", "allow *", "--cap", "osd", "allow *"];

/** Parts that keep long logs in memory. Without them a put costs a third less. */
const SILENT = "none osd ms rgw mon paxos bluestore bluefs rocksdb bdev objecter rados monc auth optracker".split(" ");

/**
 * Starts it and creates two users. Takes about 10 seconds. It ends with this process.
 * @param {string} folder An empty folder.
 * @returns {Promise<Store>}
 */
export async function startCeph(folder) {
  for (const name of ["mon", "osd", "run", "log", "rgw"]) {
    fs.mkdirSync(path.join(folder, name), { recursive: true });
  }
  const configuration = path.join(folder, "ceph.conf");
  const [keyring, map] = [path.join(folder, "keyring"), path.join(folder, "monmap")];
  const [fsid, disk] = [randomUUID(), randomUUID()];
  const [monitorPort, gatewayPort] = await freePorts(2);
  fs.writeFileSync(configuration, writeConfiguration(folder, fsid, monitorPort));
  const common = ["-c", configuration];
  // Keys are required: a gateway never connects to a cluster without any.
  run("ceph-authtool", ["--create-keyring", keyring, "--gen-key", "-n", "mon.", "--cap", "mon", "allow *"]);
  run("ceph-authtool", [keyring, "--gen-key", "-n", "client.admin", ...ADMIN_CAPS]);
  run("ceph-authtool", [keyring, "--gen-key", "-n", "client.rgw", ...ADMIN_CAPS]);
  run("ceph-authtool", [keyring, "--gen-key", "-n", "osd.0", ...ADMIN_CAPS.with(2, "allow profile osd")]);
  run("monmaptool", ["--create", "--fsid", fsid, "--addv", "a", `[v2:127.0.0.1:${monitorPort}]`, map]);
  run("ceph-mon", [...common, "--mkfs", "-i", "a", "--keyring", keyring, "--monmap", map]);
  start("ceph-mon", [...common, "-i", "a", "-f"]);
  run("ceph", [...common, "--connect-timeout", "60", "osd", "new", disk]);
  run("ceph-osd", [...common, "-i", "0", "--mkfs", "--osd-uuid", disk]);
  start("ceph-osd", [...common, "-i", "0", "-f"]);
  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  // Without `tcp_nodelay` every answer waits 40 ms.
  const front = `--rgw-frontends=beast endpoint=127.0.0.1:${gatewayPort} tcp_nodelay=1`;
  start("radosgw", [...common, "-n", "client.rgw", "-f", front]);
  await waitFor(() => fetch(endpoint), "the gateway");
  const [owner, stranger] = ["owner", "stranger"].map((name) => makeUser(common, name));
  return { endpoint, region: "us-east-1", owner, stranger, configuration };
}

function run(program, words) {
  try {
    execFileSync(program, words, { stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
  } catch (error) {
    if (error.code !== "ENOENT") {
      throw error;
    }
    const packages = "ceph-mon ceph-osd radosgw ceph-common";
    throw new Error(`there is no ${program}; on Debian: apt-get install --no-install-recommends ${packages}`, {
      cause: error,
    });
  }
}

function start(program, words) {
  startProcess(program, words, { env: process.env, stdio: "ignore" });
}

function makeUser(common, name) {
  const accessKeyId = `KEYOF${name.toUpperCase()}`;
  const secretAccessKey = randomUUID().replaceAll("-", "");
  const user = ["--uid", name, "--display-name", name, "--access-key", accessKeyId, "--secret-key", secretAccessKey];
  run("radosgw-admin", [...common, "user", "create", ...user]);
  return { accessKeyId, secretAccessKey };
}

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
