// A file system that a test can put to sleep: bindfs, a FUSE file system whose process stops and wakes up by signals.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { leaveOut, type Skip } from "./needs.ts";

/** Mounts a folder elsewhere, at `point` if that is given. Leaves the test out if mounting is impossible. */
export async function mountFolder(skip: Skip, source: string, point?: string): Promise<BindfsMount> {
  return (await mountBindfs(source, point)) ?? leaveOut(skip, "bindfs");
}

export interface BindfsMount {
  /** Where it is mounted. Nothing may access it while it sleeps, or it would hang too. */
  readonly point: string;
  /** The folder that is mounted. */
  readonly source: string;
  /** Puts it to sleep: it answers nobody from now on. */
  stop(): void;
  /** Wakes it up: it answers again, including what it was asked in its sleep. */
  wake(): void;
  /** Wakes it up and unmounts it. This also happens when the test ends, even if it fails. */
  unmount(): Promise<void>;
}

const KEEPER = path.join(import.meta.dirname, "keep-bindfs.sh");

/**
 * Mounts `source` at `point`, an empty folder. Returns undefined if that is impossible: without bindfs, FUSE or the right to
 * mount.
 */
export async function mountBindfs(source: string, point: string = temporaryPoint()): Promise<BindfsMount | undefined> {
  if (process.platform !== "linux") {
    return undefined;
  }
  const keeper = spawn("sh", [KEEPER, source, point], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(keeper, "close");
  const unmount = async (): Promise<void> => {
    keeper.stdin.end();
    await ended;
  };
  onTestFinished(unmount);
  const [told] = (await Promise.race([once(keeper.stdout, "data"), ended])) as [unknown];
  if (!Buffer.isBuffer(told)) {
    return undefined;
  }
  const answerer = Number(told.toString());
  return {
    point,
    source,
    stop: () => stopProcess(answerer),
    wake: () => void process.kill(answerer, "SIGCONT"),
    unmount,
  };
}

/**
 * Stops all threads of a process. The signal alone is not enough: a thread that takes one more request before it stops keeps
 * whoever asked from being killed.
 */
function stopProcess(pid: number): void {
  process.kill(pid, "SIGSTOP");
  const threads = `/proc/${pid}/task`;
  const isStopped = (thread: string): boolean =>
    fs.readFileSync(`${threads}/${thread}/stat`, "latin1").split(") ").at(-1)?.startsWith("T") === true;
  while (!fs.readdirSync(threads).every(isStopped)) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
}

/** Not among the other folders of the run, because these are removed recursively when it ends. */
function temporaryPoint(): string {
  const point = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "dirleaf-mount-"));
  fs.chmodSync(point, 0o755);
  onTestFinished(() => {
    fs.rmdirSync(point);
  });
  return point;
}
