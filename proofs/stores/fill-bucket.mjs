// Fills buckets: with puts over raw sockets, or directly in the index of a bucket.
import { spawnSync } from "node:child_process";
import net from "node:net";
import path from "node:path";

import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";

import { volatileKeys } from "./plan-keys.mjs";

/** @typedef {import("./ceph.mjs").Store} Store */

/** How many connections put keys at once. More don't help on a small machine. */
const AT_ONCE = 16;

/**
 * A client of the store, by default for its owner.
 * @param {Store} store
 * @param {object} [settings]
 */
export function createClient(store, settings = {}) {
  // Otherwise the SDK would warn in every process that this Node is old.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  return new S3Client({
    endpoint: store.endpoint,
    region: store.region,
    credentials: store.owner,
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...settings,
  });
}

/**
 * Creates a bucket and puts empty objects into it.
 * @param {Store} store
 * @param {string} bucket
 * @param {readonly string[]} keys
 */
export async function fillBucket(store, bucket, keys) {
  const client = createClient(store);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  await putKeys(store, bucket, keys);
}

/**
 * Puts empty objects into an existing bucket, as fast as the store takes them. Signing them for S3 would cost this process more than a put,
 * so they are put in Swift's own dialect, which Ceph has, too: whoever has logged in sends a token.
 * @param {Store} store
 * @param {string} bucket
 * @param {readonly string[]} keys
 */
export async function putKeys({ endpoint, login }, bucket, keys) {
  const headers = { "x-auth-user": login.user, "x-auth-key": login.key };
  const answer = await fetch(`${endpoint}/auth/v1.0`, { headers });
  const [account, token] = ["x-storage-url", "x-auth-token"].map((name) => answer.headers.get(name) ?? "");
  if (!account || !token) {
    throw new Error(`the store refused the login: ${answer.status}`);
  }
  const waiting = keys[Symbol.iterator]();
  const putSome = async () => putOverSocket({ account: new URL(account), token, bucket, keys: waiting });
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, keys.length) }, putSome));
}

/**
 * Fills the only bucket of a Ceph fast: only what may be deleted are real objects, all others are just in its index.
 * @param {Store} store
 * @param {string} bucket
 * @param {readonly string[]} keys
 */
export async function fillIndex(store, bucket, keys) {
  const real = volatileKeys(keys);
  await fillBucket(store, bucket, real);
  const isReal = new Set(real);
  const program = path.join(import.meta.dirname, "add-to-index.py");
  // Debian's own: another Python on the path would not have Ceph's library.
  const { status, error, stderr } = spawnSync("/usr/bin/python3", [program, store.configuration, real[0]], {
    input: JSON.stringify(keys.filter((key) => !isReal.has(key))),
    encoding: "utf8",
    timeout: 120_000,
  });
  if (status !== 0) {
    throw new Error(`the index did not take the keys: ${error?.message ?? stderr}`);
  }
}

/**
 * One connection, one put after the other.
 * @param {{ account: URL, token: string, bucket: string, keys: Iterator<string> }} task
 * @returns {Promise<void>}
 */
async function putOverSocket({ account, token, bucket, keys }) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(account.port), account.hostname);
    socket.setNoDelay(true).setEncoding("latin1");
    const putNext = () => {
      const { done, value } = keys.next();
      if (done === true) {
        socket.end();
        resolve();
        return;
      }
      const target = `${account.pathname}/${bucket}/${encodeKey(value)}`;
      const headers = `Host: ${account.host}\r\nX-Auth-Token: ${token}\r\nContent-Length: 0\r\n`;
      socket.write(`PUT ${target} HTTP/1.1\r\n${headers}\r\n`);
    };
    let answer = "";
    socket.on("data", (text) => {
      answer += text;
      if (!answer.includes("\r\n\r\n")) {
        return;
      }
      if (answer.startsWith("HTTP/1.1 201")) {
        // An answer has no body.
        answer = "";
        putNext();
      } else {
        reject(new Error(`the store did not take a key: ${answer}`));
        socket.destroy();
      }
    });
    socket.on("error", reject).on("connect", putNext);
    socket.on("close", () => reject(new Error("the store closed the connection")));
  });
}

/** @param {string} key */
function encodeKey(key) {
  return encodeURIComponent(key).replaceAll("%2F", "/");
}
