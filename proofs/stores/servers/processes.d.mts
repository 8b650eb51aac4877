import type { ChildProcess } from "node:child_process";

export declare function freePorts(count: number): Promise<number[]>;
export declare class Processes {
  constructor(folder: string);
  start(name: string, program: string, args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
  waitFor(ask: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}
