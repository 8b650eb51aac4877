// The running store, and trees in it. `npm run prove -- stores` starts it and passes its address on.
import { randomUUID } from "node:crypto";

import { CreateBucketCommand, type S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";

import { createClient, putKeys } from "./fill-bucket.mjs";
import type { Store } from "./ceph.mjs";
import type { TreeEntry } from "../../test/support/make-tree.ts";

/** What the tests get: the store, and the bucket that was filled for them. */
export interface ToldStore extends Store {
  readonly bucket: string;
  /** How many keys were put into the bucket. */
  readonly keys: number;
}

export function toldStore(): ToldStore {
  const told = process.env["DIRLEAF_TEST_STORE"];
  if (told === undefined) {
    throw new Error("these tests need a store that runs: npm run prove -- stores");
  }
  return JSON.parse(told) as ToldStore;
}

/** A client of the store's owner. */
export function ownerClient(settings: S3ClientConfig = {}): S3Client {
  return createClient(toldStore(), settings);
}

/** An empty bucket. */
export async function makeBucket(client: S3Client): Promise<string> {
  const bucket = `made-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return bucket;
}

/** Puts a tree below a new prefix of a bucket and returns its path. A directory is a key that ends in `/`. */
export async function putTree(bucket: string, tree: readonly TreeEntry[]): Promise<string> {
  const prefix = randomUUID();
  const keys = tree.map(({ path, kind }) => `${prefix}/${path}${kind === "dir" ? "/" : ""}`);
  await putKeys(toldStore(), bucket, tree.length === 0 ? [`${prefix}/`] : keys);
  return `s3://${bucket}/${prefix}`;
}
