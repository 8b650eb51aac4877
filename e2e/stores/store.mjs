// The running store, and trees in it. `npm run e2e -- stores` starts it and passes its address on.
import { randomUUID } from "node:crypto";

import { CreateBucketCommand } from "@aws-sdk/client-s3";

import { createClient, putKeys } from "./fill-bucket.mjs";

/**
 * The store, with the bucket that was filled for the tests, and how many keys were put into it.
 * @returns {import("./ceph.mjs").Store & { bucket: string, keys: number }}
 */
export function toldStore() {
  const told = process.env.DIRLEAF_TEST_STORE;
  if (told === undefined) {
    throw new Error("these tests need a store that runs: npm run e2e -- stores");
  }
  return JSON.parse(told);
}

/** A client of the store's owner. */
export function ownerClient(settings = {}) {
  return createClient(toldStore(), settings);
}

/** An empty bucket. */
export async function makeBucket(client) {
  const bucket = `made-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return bucket;
}

/** Puts a tree below a new prefix of a bucket and returns its path. A directory is a key that ends in `/`. */
export async function putTree(bucket, tree) {
  const prefix = randomUUID();
  const keys = tree.map(({ path, kind }) => `${prefix}/${path}${kind === "dir" ? "/" : ""}`);
  await putKeys(toldStore(), bucket, tree.length === 0 ? [`${prefix}/`] : keys);
  return `s3://${bucket}/${prefix}`;
}
