// A real WebDAV server on loopback, rclone's, in front of a folder; and the client of the example, installed and type-checked.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { installLocked } from "../../../packaging/install-locked.mjs";
import { freePorts, Processes, requirePrograms } from "./processes.mjs";

const project = path.join(import.meta.dirname, "../../..");
const programs = path.join(import.meta.dirname, "../programs");

/** Installs what the lock file says, unless that was done, and type-checks the example against the client. */
function prepareExample() {
  installLocked(programs);
  const words = ["-p", path.join(programs, "tsconfig.json")];
  execFileSync(path.join(project, "node_modules/.bin/tsc"), words, {
    cwd: project,
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/**
 * @param {string} folder An empty folder.
 */
export async function startWebdav(folder) {
  requirePrograms({ rclone: "rclone" });
  prepareExample();
  const served = path.join(folder, "served");
  fs.mkdirSync(served);
  const [port] = await freePorts(1);
  const processes = new Processes(folder);
  const endpoint = `http://127.0.0.1:${port}`;
  const owner = { username: "owner", password: "secret-of-owner" };
  const words = ["serve", "webdav", served, "--addr", `127.0.0.1:${port}`];
  processes.start("rclone", "rclone", [...words, "--user", owner.username, "--pass", owner.password, "--config", ""]);
  try {
    await processes.waitFor(async () => fetch(endpoint));
  } catch (error) {
    processes.kill();
    throw error;
  }
  return {
    store: { name: "webdav", endpoint, owner, served },
    stop: async () => processes.stop(),
    kill: () => processes.kill(),
  };
}
