// Reads one network mount through a child process. Only the child can get stuck in a system call. Then we kill it and carry on, even if
// it can't exit before the mount answers.
import { fork, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

import type { ReadOptions } from "../core/file-system.ts";
import { readError } from "../core/problem.ts";
import { withinTime } from "../core/within-time.ts";
import type { DiskReader } from "./disk-reader.ts";

/** The methods of `DiskReader` that the child can call. */
export type Method = "inspectPath" | "readAll" | "readDetails" | "readFile";

/** What a method returns. */
export type Result<Name extends Method> = Awaited<ReturnType<DiskReader[Name]>>;

/** A call for the child to make. */
export interface Call {
  readonly id: number;
  readonly method: Method;
  readonly parameters: readonly unknown[];
}

/** A message from the child: a heartbeat (no id), or the result of a call. */
export interface Answer {
  readonly id?: number;
  readonly value?: unknown;
  readonly code?: string;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A child with a pending call that sends no heartbeat for this long is stuck. */
const MAX_SILENCE_MS = 3000;

/** The same until the child has started. */
const MAX_START_MS = 10_000;

/** How long calls to a mount fail at once after its child had to be killed. */
const REFUSE_MS = 5000;

/** A child without work is stopped after this long. */
const IDLE_MS = 30_000;

/** The longest that a caller waits. */
const MAX_WAIT_MS = 60_000;

/** The file of the child's program. It may be missing from other people's bundles: then network mounts are read directly. */
export function findMountReader(): string | undefined {
  try {
    const files = ["./mount-reader.cjs", "../mount-reader.cjs"].map((file) => new URL(file, import.meta.url));
    return files.map((file) => fileURLToPath(file)).find((file) => fs.existsSync(file));
  } catch {
    // Some bundlers remove `import.meta.url`.
    return undefined;
  }
}

/** Makes calls of `DiskReader` in a child process, which it starts, watches and ends. */
export class RemoteReader {
  /** All children of this process. They are killed when it exits. */
  static readonly #running = new Set<ChildProcess>();

  static readonly #killAll = (): void => RemoteReader.#running.forEach((child) => child.kill("SIGKILL"));

  readonly #program: string;
  #child: ChildProcess | undefined;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #refusedUntil = 0;
  /** Whether the child has sent anything yet. */
  #hasStarted = false;
  /** Keeps our process alive while a call is pending. The child itself never does. */
  #timer: NodeJS.Timeout | undefined;

  constructor(program: string) {
    this.#program = program;
  }

  /** Makes a call. It fails with `ETIMEDOUT` if the mount does not answer, or not in time. */
  async call<Name extends Method>(
    method: Name,
    parameters: Parameters<DiskReader[Name]>,
    { signal, timeoutMs = Infinity }: ReadOptions,
  ): Promise<Result<Name>> {
    signal?.throwIfAborted();
    if (performance.now() < this.#refusedUntil) {
      throw timeoutError();
    }
    this.#child ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = (stop: AbortSignal): Promise<unknown> =>
      new Promise((resolve, reject) => {
        stop.addEventListener("abort", () => reject(stop.reason as Error));
        this.#pending.set(id, { resolve, reject });
        this.#child?.send?.({ id, method, parameters } satisfies Call, () => {});
        if (this.#pending.size === 1) {
          this.#watch();
        }
      });
    try {
      const wait = { signal, timeoutMs: Math.min(timeoutMs, MAX_WAIT_MS) };
      return (await withinTime(wait, timeoutError, answer)) as Result<Name>;
    } finally {
      this.#pending.delete(id);
      if (this.#pending.size === 0) {
        this.#watch();
      }
    }
  }

  #start(): ChildProcess {
    const libraries = process.env["LD_LIBRARY_PATH"];
    // A child that can't exit must not keep our streams or our working directory open.
    const child = fork(this.#program, {
      cwd: "/",
      env: { ELECTRON_RUN_AS_NODE: "1", ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }) },
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("message", (answer: Answer) => child === this.#child && this.#onAnswer(answer));
    if (RemoteReader.#running.size === 0) {
      process.on("exit", RemoteReader.#killAll);
    }
    RemoteReader.#running.add(child);
    const onExit = () => {
      RemoteReader.#running.delete(child);
      if (RemoteReader.#running.size === 0) {
        process.off("exit", RemoteReader.#killAll);
      }
      if (child === this.#child) {
        this.#onExit();
      }
    };
    // A child that could not be started has no `exit` event.
    child.on("exit", onExit).on("error", () => child.pid === undefined && onExit());
    child.unref();
    // Bun's channel has no `unref`, and does not keep us alive.
    (child.channel as Partial<NodeJS.RefCounted> | undefined)?.unref?.();
    this.#hasStarted = false;
    return child;
  }

  #onAnswer({ id = 0, value, code }: Answer): void {
    this.#hasStarted = true;
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

  /** Restarts the timer that ends an idle child, or a stuck one. Not called for further calls: they must not extend the wait. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#refusedUntil === Infinity) {
      return;
    }
    if (this.#pending.size === 0) {
      this.#timer = setTimeout(() => this.#stopIdleChild(), IDLE_MS).unref();
      return;
    }
    const timer = setTimeout(
      // If our own process was busy, an answer may already be waiting. It is handled before the immediate.
      () => setImmediate(() => timer === this.#timer && this.#killStuckChild()),
      this.#hasStarted ? MAX_SILENCE_MS : MAX_START_MS,
    );
    this.#timer = timer;
  }

  #stopIdleChild(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  /** No other child is started until this one has exited, which may be only when the mount answers again. */
  #killStuckChild(): void {
    this.#refusedUntil = Infinity;
    this.#child?.kill("SIGKILL");
    this.#failAll(timeoutError());
  }

  #onExit(): void {
    this.#child = undefined;
    this.#refusedUntil = this.#refusedUntil === Infinity ? performance.now() + REFUSE_MS : 0;
    this.#failAll(readError("EIO", "the process that reads the mount has ended"));
  }

  #failAll(error: Error): void {
    for (const call of this.#pending.values()) {
      call.reject(error);
    }
  }
}

function timeoutError(): Error {
  return readError("ETIMEDOUT", "a network mount does not answer");
}
