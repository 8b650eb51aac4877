// A file system that is slow by turns: bindfs, a FUSE file system, whose process is stopped and woken up again and again.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";

/** How long it sleeps and wakes. Asleep for a second, it would count as stuck, and be refused. */
const ASLEEP_MS = 150;
const AWAKE_MS = 250;

/** Mounts, prints the id of the process that serves the mount, and unmounts when its input ends, also if we are killed. */
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
 * Mounts `source` at `point`. Returns undefined if that is impossible: without bindfs, FUSE or the right to mount.
 * @param {string} source
 * @param {string} point
 * @returns {Promise<{ unmount: () => Promise<void> } | undefined>}
 */
export async function mountSlow(source, point) {
  if (process.platform !== "linux") {
    return undefined;
  }
  fs.mkdirSync(point, { recursive: true });
  const keeper = spawn("sh", ["-c", KEEPER, "keeper", source, point], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(keeper, "close");
  const [told] = await Promise.race([once(keeper.stdout, "data"), ended]);
  if (!Buffer.isBuffer(told)) {
    return undefined;
  }
  const server = Number(told.toString());
  let timer = setTimeout(sleep, AWAKE_MS);
  function sleep() {
    process.kill(server, "SIGSTOP");
    timer = setTimeout(wake, ASLEEP_MS);
  }
  function wake() {
    process.kill(server, "SIGCONT");
    timer = setTimeout(sleep, AWAKE_MS);
  }
  return {
    unmount: async () => {
      clearTimeout(timer);
      keeper.stdin.end();
      await ended;
    },
  };
}
