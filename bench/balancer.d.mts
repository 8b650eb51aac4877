// The types of balancer.mjs, for the tests.
export interface Replica {
  readonly url: string;
  readonly pid: number;
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

export declare class Balancer {
  constructor(start: () => Promise<Replica>);
  readonly members: readonly (Replica & { readonly underWay: number })[];
  readonly ended: readonly { readonly pid: number; readonly how: string }[];
  readonly retried: number;
  open(count: number): Promise<number>;
  closeIdle(): void;
  close(): Promise<void>;
}
