// A directory that is encrypted by fscrypt. Without its key all of its names are others, and no `stat` shows it.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { mountDisk } from "./mount-disk.ts";
import { leaveOut, type Skip } from "./needs.ts";

export interface EncryptedDirectory {
  readonly path: string;
  /** Takes the key away. Whoever has the directory open keeps it until then. */
  lock(): void;
  /** Gives the key back. */
  unlock(): void;
}

/** An empty directory on a disk of its own, unlocked. */
export function makeEncrypted(skip: Skip): EncryptedDirectory {
  const disk = mountDisk(skip, "ext4-encrypt");
  const command = (place: string, words: string, input = "") =>
    execFileSync("xfs_io", ["-c", words, place], { input, stdio: ["pipe", "pipe", "ignore"], encoding: "utf8" });
  const addKey = () => command(disk, "add_enckey", "k".repeat(64));
  const directory = path.join(disk, "encrypted");
  fs.mkdirSync(directory);
  let key: string | undefined;
  try {
    key = /identifier (\w+)/.exec(addKey())?.[1];
    command(directory, `set_encpolicy -v 2 ${key}`);
  } catch {
    // Without the program. Without the feature, the program says so and succeeds.
  }
  return key === undefined
    ? leaveOut(skip, "fscrypt")
    : { path: directory, lock: () => void command(disk, `rm_enckey ${key}`), unlock: () => void addKey() };
}
