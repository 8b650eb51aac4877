import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";

import type { Store } from "./start-ceph.mjs";

export declare function createClient(store: Store, settings?: S3ClientConfig): S3Client;
export declare function putKeys(client: S3Client, bucket: string, keys: readonly string[]): Promise<void>;
export declare function fillBucket(store: Store, bucket: string, keys: readonly string[]): Promise<void>;
export declare function inParallel<Item>(
  width: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void>;
