// A file system that is slow by turns: bindfs, a FUSE file system, whose process is stopped and woken up again and again.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

/** How long it sleeps and wakes. Asleep for a second, it would count as stuck, and be refused. */
const ASLEEP_MS = 150;
const AWAKE_MS = 250;

const KEEPER = fileURLToPath(new URL("../test/support/keep-bindfs.sh", import.meta.url));

/** Mounts `source` at `point`. Returns undefined if that is impossible: without bindfs, FUSE or the right to mount. */
export async function mountSlow(source, point) {
  if (process.platform !== "linux") {
    return undefined;
  }
  fs.mkdirSync(point, { recursive: true });
  const keeper = spawn("sh", [KEEPER, source, point], { stdio: ["pipe", "pipe", "ignore"] });
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
