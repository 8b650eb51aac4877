// A real WebDAV server on loopback, rclone's, in front of a folder; and the client of the example, installed and type-checked.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { freePorts, Processes, requirePrograms } from "./processes.mjs";

const project = path.join(import.meta.dirname, "../..");
const programs = path.join(project, "test/s3/programs");

/** Installs what the lock file says, unless that was done, and holds the example against the client's types. */
function prepareExample() {
  const lock = fs.readFileSync(path.join(programs, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  const stamp = path.join(programs, "node_modules/.installed-from");
  if (!fs.existsSync(stamp) || fs.readFileSync(stamp, "utf8") !== wanted) {
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], programs);
    fs.writeFileSync(stamp, wanted);
  }
  run(path.join(project, "node_modules/.bin/tsc"), ["-p", path.join(programs, "tsconfig.json")], project);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function run(program, args, cwd) {
  execFileSync(program, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
}

/**
 * @param {string} folder An empty folder of its own.
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
