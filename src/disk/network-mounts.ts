// Which paths are on network mounts, which may stop answering.
import fs from "node:fs";

import { now } from "../core/call-clock.ts";
import type { Location } from "../core/entry.ts";
import { toNodePath } from "./open-directory.ts";

/** File system types served by another machine, and `autofs`, which mounts such a one on access. */
const NETWORK =
  /^(?:nfs4?|cifs|smb[23]|smbfs|ncpfs?|afs|auristorfs|autofs|beegfs|ceph|coda|davfs2?|glusterfs|gpfs|lustre|orangefs|panfs|pvfs2)$/;

/** Any FUSE type may be a network file system, except these, which are served by a process on this machine or its host. */
const FUSE = /^fuse(?:\.|$)/;
const LOCAL_FUSE =
  /^fuse\.(?:grpcfuse|osxfs|vmhgfs-fuse|lxcfs|portal|snapfuse|squashfuse(?:_ll)?|fuse-overlayfs|mergerfs|encfs|gocryptfs|cryfs|exfat)$/;

/** The table is read again after this long. */
const MAX_TABLE_AGE_MS = 1000;

/** The network mounts in the kernel's mount table. The mounts themselves are not asked, because they may not answer. */
export class NetworkMounts {
  #points: readonly string[] = [];
  #readAt = -Infinity;

  /** The mount point of the network mount that a path is on or leads through. The path is absolute and without links. */
  of(location: Location): string | undefined {
    const { points } = this;
    if (points.length === 0) {
      return undefined;
    }
    const plain = toNodePath(location).toString();
    return points.find((point) => plain === point || plain.startsWith(`${point}/`));
  }

  /** All mount points of network mounts. None on platforms other than Linux. */
  get points(): readonly string[] {
    if (process.platform === "linux" && now() - this.#readAt > MAX_TABLE_AGE_MS) {
      this.#readAt = now();
      try {
        this.#points = parseMountInfo(fs.readFileSync("/proc/self/mountinfo", "utf8"));
      } catch {
        // Too many open files, or no /proc: keep the previous table.
      }
    }
    return this.#points;
  }
}

/** The mount points of network mounts, the longest first, see proc_pid_mountinfo(5). Without `/`: our own program is there. */
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
