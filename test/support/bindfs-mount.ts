// A file system that can be put to sleep: bindfs, a FUSE file system whose process is stopped and woken by signals.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

export interface BindfsMount {
  /** Where it is mounted. Nothing may touch it while it sleeps: whatever does sleeps too. */
  readonly point: string;
  /** The folder that it shows. */
  readonly source: string;
  /** It answers nobody from now on. */
  stop(): void;
  /** It answers again, also what it was asked in its sleep. */
  wake(): void;
  /** Wakes it and takes it away. It is done when the test ends, whatever became of the test. */
  unmount(): Promise<void>;
}

/**
 * Mounts, says the process that answers, and takes all away when its input ends: then the mount does not outlive a test
 * process that is killed, and nobody who tidies up walks into a mount that sleeps.
 */
const KEEPER = `
bindfs -f -o attr_timeout=0,entry_timeout=0,negative_timeout=0 "$1" "$2" &
tries=0
until mountpoint -q "$2" || [ $tries -eq 200 ] || ! kill -0 $!; do
  tries=$((tries + 1))
  sleep 0.02
done
if mountpoint -q "$2"; then
  echo $!
  cat >/dev/null
  kill -CONT $!
  umount "$2" || fusermount -uz "$2" || umount -l "$2"
fi
kill -KILL $!
wait
`;

/**
 * Shows `source` at `point`, an empty folder. Gives nothing where that can't be done: without bindfs, FUSE or the right
 * to mount.
 */
export async function mountBindfs(source: string, point: string = temporaryPoint()): Promise<BindfsMount | undefined> {
  if (process.platform !== "linux") {
    return undefined;
  }
  const keeper = spawn("sh", ["-c", KEEPER, "keeper", source, point], { stdio: ["pipe", "pipe", "ignore"] });
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
    stop: () => void process.kill(answerer, "SIGSTOP"),
    wake: () => void process.kill(answerer, "SIGCONT"),
    unmount,
  };
}

/** Apart from the other folders of the run, which are removed at its end with all that is in them. */
function temporaryPoint(): string {
  const point = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "dirleaf-mount-"));
  fs.chmodSync(point, 0o755);
  onTestFinished(() => {
    fs.rmdirSync(point);
  });
  return point;
}
