import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";

import type { Store } from "./ceph.mjs";

export declare function createClient(store: Store, settings?: S3ClientConfig): S3Client;
export declare function putKeys(store: Store, bucket: string, keys: readonly string[]): Promise<void>;
