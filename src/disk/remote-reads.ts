// One network mount, read by a child process. Only the child can get stuck in a call to the kernel. Then it is killed and we go on, even
// if it can't end before the mount answers.
import { fork, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

import type { WaitOptions } from "../core/file-system.ts";
import { readError } from "../core/problem.ts";
import type { DiskReads } from "./disk-reads.ts";

/** The calls that the child can make. */
export type Method = "look" | "readAll" | "readDetails" | "readFile";

/** What comes of a call. */
export type Result<Name extends Method> = Awaited<ReturnType<DiskReads[Name]>>;

/** A call for the child to make. */
export interface Call {
  readonly id: number;
  readonly method: Method;
  readonly parameters: readonly unknown[];
}

/** What the child says: that it runs (no id), or how a call ended. */
export interface Answer {
  readonly id?: number;
  readonly value?: unknown;
  readonly code?: string;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A child that has a call and says nothing for this long is stuck. Otherwise it says twice a second that it runs. */
const SILENT_MS = 3000;

/** Until it has started, silence says nothing about the mount. */
const STARTING_MS = 10_000;

/** How long a mount is refused after its child had to be killed. */
const REFUSED_MS = 5000;

/** A child without work ends after this long. */
const IDLE_MS = 30_000;

/** How long a caller waits at most. */
const MAX_WAIT_MS = 60_000;

/** The program of the child. A bundle that somebody made of our code may lack it: then network mounts are read directly. */
export function findMountReader(): string | undefined {
  try {
    const files = ["./mount-reader.cjs", "../mount-reader.cjs"].map((file) => new URL(file, import.meta.url));
    return files.map((file) => fileURLToPath(file)).find((file) => fs.existsSync(file));
  } catch {
    // Some bundlers leave no `import.meta.url`.
    return undefined;
  }
}

export class RemoteReads {
  /** The children of all disks. They are killed when our process ends. */
  static readonly #running = new Set<ChildProcess>();

  static readonly #killAll = (): void => RemoteReads.#running.forEach((child) => child.kill("SIGKILL"));

  readonly #program: string;
  #child: ChildProcess | undefined;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #refusedUntil = 0;
  /** Whether the child has started. */
  #isRunning = false;
  /** While a call is pending, this keeps our process alive. The child itself never does. */
  #timer: NodeJS.Timeout | undefined;

  constructor(program: string) {
    this.#program = program;
  }

  /** Makes a call. It fails with `ETIMEDOUT` if the mount does not answer, or not in time. */
  async call<Name extends Method>(
    method: Name,
    parameters: Parameters<DiskReads[Name]>,
    { signal, timeoutMs = Infinity }: WaitOptions,
  ): Promise<Result<Name>> {
    signal?.throwIfAborted();
    if (performance.now() < this.#refusedUntil) {
      throw silenceError();
    }
    this.#child ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const onAbort = () => this.#pending.get(id)?.reject(signal?.reason);
    const onTime = () => this.#pending.get(id)?.reject(silenceError());
    signal?.addEventListener("abort", onAbort);
    const timer = setTimeout(onTime, Math.min(timeoutMs, MAX_WAIT_MS));
    try {
      const value = await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        this.#child?.send?.({ id, method, parameters } satisfies Call, () => {});
        if (this.#pending.size === 1) {
          this.#watch();
        }
      });
      return value as Result<Name>;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      this.#pending.delete(id);
      if (this.#pending.size === 0) {
        this.#watch();
      }
    }
  }

  #start(): ChildProcess {
    const libraries = process.env["LD_LIBRARY_PATH"];
    // Its own streams, environment and directory: a child that can't end must hold none of ours open.
    const child = fork(this.#program, {
      cwd: "/",
      env: { ELECTRON_RUN_AS_NODE: "1", ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }) },
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("message", (answer: Answer) => child === this.#child && this.#onAnswer(answer));
    if (RemoteReads.#running.size === 0) {
      process.on("exit", RemoteReads.#killAll);
    }
    RemoteReads.#running.add(child);
    const onExit = () => {
      RemoteReads.#running.delete(child);
      if (RemoteReads.#running.size === 0) {
        process.off("exit", RemoteReads.#killAll);
      }
      if (child === this.#child) {
        this.#onExit();
      }
    };
    // A child that could not be started does not exit.
    child.on("exit", onExit).on("error", () => child.pid === undefined && onExit());
    child.unref();
    // Bun's channel has no `unref`, and does not keep us alive.
    (child.channel as Partial<NodeJS.RefCounted> | undefined)?.unref?.();
    this.#isRunning = false;
    return child;
  }

  #onAnswer({ id = 0, value, code }: Answer): void {
    this.#isRunning = true;
    const call = this.#pending.get(id);
    if (code === undefined) {
      call?.resolve(value);
    } else {
      call?.reject(readError(code, "read by another process"));
    }
    if (this.#pending.size > 0) {
      this.#watch();
    }
  }

  /** Starts to wait for the next word of the child. New calls must not make the wait longer. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#refusedUntil === Infinity) {
      return;
    }
    if (this.#pending.size === 0) {
      this.#timer = setTimeout(() => this.#dismiss(), IDLE_MS).unref();
      return;
    }
    const timer = setTimeout(
      // If our own process was busy for long, an answer may be there already. It is read before this.
      () => setImmediate(() => timer === this.#timer && this.#abandon()),
      this.#isRunning ? SILENT_MS : STARTING_MS,
    );
    this.#timer = timer;
  }

  #dismiss(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  /** Until the child is gone, which may take as long as the mount sleeps, we start no other. */
  #abandon(): void {
    this.#refusedUntil = Infinity;
    this.#child?.kill("SIGKILL");
    this.#failAll(silenceError());
  }

  #onExit(): void {
    this.#child = undefined;
    this.#refusedUntil = this.#refusedUntil === Infinity ? performance.now() + REFUSED_MS : 0;
    this.#failAll(readError("EIO", "the process that reads the mount has ended"));
  }

  #failAll(error: Error): void {
    for (const call of this.#pending.values()) {
      call.reject(error);
    }
  }
}

function silenceError(): Error {
  return readError("ETIMEDOUT", "a network mount does not answer");
}
