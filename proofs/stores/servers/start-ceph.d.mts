import type { Processes } from "./processes.mjs";

export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A running server, as the tests see it. */
export interface Store {
  readonly name: string;
  readonly endpoint: string;
  readonly region: string;
  readonly owner: Keys;
  readonly stranger: Keys;
  readonly login: { readonly user: string; readonly key: string };
  readonly configuration?: string;
}

export interface RunningStore {
  readonly store: Store;
  stop(): Promise<void>;
  kill(): void;
}

export declare function startCeph(folder: string): Promise<RunningStore>;
export declare function startGateway(processes: Processes, configuration: string, port: number): Promise<string>;
