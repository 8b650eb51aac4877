// Fills buckets: with puts, or directly in the index of a bucket.
import { spawnSync } from "node:child_process";
import path from "node:path";

import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

/** @typedef {import("./ceph.mjs").Store} Store */

/** How many keys are put at once. More don't help on a small machine. */
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
 * Puts empty objects into an existing bucket.
 * @param {Store} store
 * @param {string} bucket
 * @param {readonly string[]} keys
 */
export async function putKeys(store, bucket, keys) {
  const client = createClient(store);
  const waiting = keys[Symbol.iterator]();
  const putSome = async () => {
    for (const Key of waiting) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: "", ContentLength: 0 }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, putSome));
  client.destroy();
}

/**
 * Makes the only bucket of a Ceph, and fills it fast: only the first key is a real object, all others are just in its index.
 * @param {Store} store
 * @param {string} bucket
 * @param {readonly string[]} keys
 */
export async function fillIndex(store, bucket, keys) {
  const [real, ...others] = keys;
  const client = createClient(store);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  await putKeys(store, bucket, [real]);
  const program = path.join(import.meta.dirname, "add-to-index.py");
  // Debian's own: another Python on the path would not have Ceph's library.
  const { status, error, stderr } = spawnSync("/usr/bin/python3", [program, store.configuration, real], {
    input: JSON.stringify(others),
    encoding: "utf8",
    timeout: 120_000,
  });
  if (status !== 0) {
    throw new Error(`the index did not take the keys: ${error?.message ?? stderr}`);
  }
}
