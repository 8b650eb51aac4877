// Which directories are on a network mount, by the kernel's table: a mount that may not answer must not be asked.
import fs from "node:fs";

import type { Location } from "../core/entry.ts";
import { toNodePath } from "./open-directory.ts";

/** Types that another machine answers for, or a mount that it will bring. */
const NETWORK =
  /^(?:nfs4?|cifs|smb[23]|smbfs|ncpfs?|afs|auristorfs|autofs|beegfs|ceph|coda|davfs2?|glusterfs|gpfs|lustre|orangefs|panfs|pvfs2)$/;

/** Any FUSE type may be one, except these, which a process of this machine or of its host answers for. */
const FUSE = /^fuse(?:\.|$)/;
const LOCAL_FUSE =
  /^fuse\.(?:grpcfuse|osxfs|vmhgfs-fuse|lxcfs|portal|snapfuse|squashfuse(?:_ll)?|fuse-overlayfs|mergerfs|encfs|gocryptfs|cryfs|exfat)$/;

/** How long a look at the table is good for. */
const TABLE_AGE_MS = 1000;

export class NetworkMounts {
  #points: readonly string[] = [];
  #readAt = -Infinity;

  /** The mount point of the network mount that a path is on or leads through. The path is absolute and without links. */
  of(location: Location): string | undefined {
    const { points } = this;
    if (points.length === 0) {
      return undefined;
    }
    const path = toNodePath(location).toString();
    return points.find((point) => path === point || path.startsWith(`${point}/`));
  }

  /** The mount points of all of them, as far as the platform tells. */
  get points(): readonly string[] {
    if (process.platform === "linux" && performance.now() - this.#readAt > TABLE_AGE_MS) {
      this.#readAt = performance.now();
      try {
        this.#points = parseMountInfo(fs.readFileSync("/proc/self/mountinfo", "utf8"));
      } catch {
        // Too many open files, or no /proc. What we knew is the best we have.
      }
    }
    return this.#points;
  }
}

/** The mount points of network mounts, the longest first, see proc_pid_mountinfo(5). Never `/`: our program runs from there. */
export function parseMountInfo(text: string): string[] {
  const points = text.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [type = ""] = after.split(" ");
    const isNetwork = NETWORK.test(type) || (FUSE.test(type) && !LOCAL_FUSE.test(type));
    const point = unescape(before.split(" ")[4] ?? "/");
    return isNetwork && point !== "/" ? [point] : [];
  });
  return points.sort((a, b) => b.length - a.length);
}

/** White space and `\` are written as octal numbers. */
function unescape(point: string): string {
  return point.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
