// Prepares a run: one folder for all its temporary folders, one in memory, and the command as the package ships it, built from the
// current sources. All are removed when the run ends, whatever happened to its processes.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { bundleCommand } from "../../scripts/bundle.mjs";
import { removeFolder } from "./remove-folder.ts";

const PROJECT = path.join(import.meta.dirname, "../..");

/** Where Linux has files in memory. */
const MEMORY = "/dev/shm";

/** The last bundle is kept here, for as long as nothing that goes into it changes. */
const KEPT = path.join(PROJECT, "node_modules/.cache/dirleaf");

/** Vitest calls this before the run, and the function that it returns after the run. */
export async function setup(): Promise<() => void> {
  // Node 20 reads these certificates whenever it starts, 105 ms instead of 30, and tests start it thousands of times.
  delete process.env["NODE_EXTRA_CA_CERTS"];
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-")));
  // Tests that give up root must still be able to enter this folder.
  fs.chmodSync(base, 0o755);
  process.env["DIRLEAF_TEST_BASE"] = base;
  const memory = hasRoom(MEMORY) ? fs.mkdtempSync(path.join(MEMORY, "dirleaf-")) : base;
  fs.chmodSync(memory, 0o755);
  process.env["DIRLEAF_TEST_MEMORY"] = memory;
  const bundle = path.join(base, "bundle");
  await bundleIfChanged(bundle);
  process.env["DIRLEAF_TEST_COMMAND"] = path.join(bundle, "cli/main.cjs");
  return () => {
    // A program that does only this takes half the time. It can't remove what nobody may read.
    spawnSync("rm", ["-rf", base, memory], { stdio: "ignore" });
    removeFolder(base);
    removeFolder(memory);
  };
}

/** Whether there is such a place, with room for some millions of names. Containers often have one of 64 MB. */
function hasRoom(place: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(place);
    return bavail * bsize > 2 ** 32;
  } catch {
    return false;
  }
}

async function bundleIfChanged(bundle: string): Promise<void> {
  const kept = path.join(KEPT, hashSources());
  try {
    fs.cpSync(kept, bundle, { recursive: true });
    return;
  } catch {
    // There is none, or another run is just replacing it.
  }
  await bundleCommand(bundle);
  fs.rmSync(KEPT, { recursive: true, force: true });
  // Renamed at the end, so that a run which is stopped leaves no half of it.
  const unnamed = path.join(KEPT, path.basename(path.dirname(bundle)));
  fs.cpSync(bundle, unnamed, { recursive: true });
  fs.renameSync(unnamed, kept);
}

/** A name for everything that goes into the bundle: our sources, how they are bundled, and the versions of packages. */
function hashSources(): string {
  const hash = createHash("sha256");
  const sources = ["src", "scripts"].flatMap((folder) =>
    fs
      .readdirSync(path.join(PROJECT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  for (const file of [...sources, path.join(PROJECT, "package-lock.json")].sort()) {
    hash
      .update(`${path.relative(PROJECT, file)}\0`)
      .update(fs.readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}
