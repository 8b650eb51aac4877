// What the tests, which are TypeScript, take from the plain scripts that the benchmark runs, too.
export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A running Ceph, as the tests see it. */
export interface Store {
  readonly endpoint: string;
  readonly region: string;
  /** The user who creates the buckets. */
  readonly owner: Keys;
  /** A user who may not read them. */
  readonly stranger: Keys;
  /** For the index of a bucket. */
  readonly configuration: string;
}

export declare function startCeph(folder: string): Promise<Store>;
