// Another user of the machine, who reads whatever permissions allow of other processes and of a folder.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

import { NOBODY } from "./as-unprivileged.ts";
import { leaveOut, type Skip } from "./needs.ts";

const PROGRAM = "watch-processes.mjs";

export interface Seen {
  /** The words that processes were started with, and their environments. */
  readonly words: readonly string[];
  /** The files that could be read. */
  readonly contents: readonly string[];
}

/** Starts to watch. The returned function ends it, after another look at everything. */
export function watchAsAnotherUser(skip: Skip, folder: string): () => Promise<Seen> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    leaveOut(skip, "another user");
  }
  fs.chmodSync(folder, 0o755);
  // Not by its file: others may not enter this checkout.
  const program = fs.readFileSync(path.join(import.meta.dirname, PROGRAM), "utf8");
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, folder], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: "/",
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const seen = json(child.stdout) as Promise<Seen>;
  return () => {
    child.stdin.end();
    return seen;
  };
}
