// Fills buckets: a few hundred keys with the SDK, thousands over raw sockets, hundreds of thousands in the bucket's index.
import { spawnSync } from "node:child_process";
import net from "node:net";
import path from "node:path";

import { CreateBucketCommand, PutBucketAclCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

/** @typedef {import("./start-ceph.mjs").Store} Store */

/** How many connections put keys at once. More don't help on a small machine. */
const AT_ONCE = 64;

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
 * Puts empty objects into an existing bucket.
 * @param {S3Client} client
 * @param {string} bucket
 * @param {readonly string[]} keys
 */
export async function putKeys(client, bucket, keys) {
  await inParallel(12, keys, async (Key) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: "", ContentLength: 0 })),
  );
}

/**
 * Creates a bucket and puts empty objects into it, as fast as the store takes them.
 * @param {Store} store
 * @param {string} bucket
 * @param {readonly string[]} keys
 */
export async function fillBucket(store, bucket, keys) {
  const client = createClient(store);
  if (store.name !== "ceph") {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    await putKeys(client, bucket, keys);
    return;
  }
  // Signing costs the client more than a put, so the bucket is public while it is filled, on loopback.
  await client.send(new CreateBucketCommand({ Bucket: bucket, ACL: "public-read-write" }));
  const { hostname, port } = new URL(store.endpoint);
  const waiting = keys[Symbol.iterator]();
  const work = async () => putOverSocket({ hostname, port: Number(port), bucket, keys: waiting });
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await client.send(new PutBucketAclCommand({ Bucket: bucket, ACL: "private" }));
  client.destroy();
}

/**
 * Adds keys to the only bucket of a Ceph. They are listed like all others, but have no object that could be read or deleted.
 * @param {Store} store
 * @param {string} put A key that was put into the bucket.
 * @param {readonly string[]} keys
 */
export function addToIndex({ configuration = "" }, put, keys) {
  const program = path.join(import.meta.dirname, "add-to-index.py");
  // Debian's own: another Python on the path would not have Ceph's library.
  const { status, error, stderr } = spawnSync("/usr/bin/python3", [program, configuration, put], {
    input: JSON.stringify(keys),
    encoding: "utf8",
  });
  if (status !== 0) {
    throw new Error(`the index did not take the keys: ${error?.message ?? stderr}`);
  }
}

/**
 * One connection, one put after the other.
 * @param {{ hostname: string, port: number, bucket: string, keys: Iterator<string> }} task
 * @returns {Promise<void>}
 */
async function putOverSocket({ hostname, port, bucket, keys }) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, hostname);
    socket.setNoDelay(true).setEncoding("latin1");
    const putNext = () => {
      const { done, value } = keys.next();
      if (done === true) {
        socket.end();
        resolve();
        return;
      }
      socket.write(`PUT /${bucket}/${encodeKey(value)} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 0\r\n\r\n`);
    };
    let answer = "";
    socket.on("data", (text) => {
      answer += text;
      const end = answer.indexOf("\r\n\r\n");
      if (end < 0) {
        return;
      }
      if (answer.startsWith("HTTP/1.1 200")) {
        answer = answer.slice(end + 4);
        putNext();
      } else {
        reject(new Error(`the store did not take a key: ${answer}`));
        socket.destroy();
      }
    });
    socket.on("error", reject).on("connect", putNext);
  });
}

/** @param {string} key */
function encodeKey(key) {
  return encodeURIComponent(key).replaceAll("%2F", "/");
}

/**
 * @template Item
 * @param {number} width
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<unknown>} work
 */
export async function inParallel(width, items, work) {
  const waiting = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of waiting) {
        await work(item);
      }
    }),
  );
}
