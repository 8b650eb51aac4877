// Real servers as child processes: starts them, stores their output, and ends each by its own handle.
import { execFile, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { promisify } from "node:util";

/** How long a server may take to end when asked, before it is killed. */
const PATIENCE_MS = 5000;

/** How long a server may take to answer for the first time. */
const START_MS = 60_000;

/**
 * Running processes, so that everything can be ended at once, even during a start.
 * @type {Set<import("node:child_process").ChildProcess>}
 */
const alive = new Set();

/**
 * Ends everything that was started here, and what the tests themselves have started for the same folder.
 * @param {string} folder A temporary folder whose name no other process was given.
 */
export function killAll(folder) {
  for (const child of alive) {
    signalGroup(child, "SIGKILL");
  }
  for (const name of fs.readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)) {
    try {
      if (fs.readFileSync(`/proc/${name}/cmdline`, "utf8").includes(folder)) {
        process.kill(Number(name), "SIGKILL");
      }
    } catch {
      // It has ended.
    }
  }
}

/**
 * Fails with the command that installs what is missing.
 * @param {Readonly<Record<string, string>>} packages The Debian package of each program.
 */
export function requirePrograms(packages) {
  const missing = Object.keys(packages).filter((program) => spawnSync("which", [program]).status !== 0);
  if (missing.length > 0) {
    const names = [...new Set(Object.values(packages))].join(" ");
    throw new Error(
      `${missing.join(", ")} can't be found; on Debian: apt-get install -y --no-install-recommends ${names}`,
    );
  }
}

/**
 * Ports that nobody listens on now. All stay open until all are known, so that they differ.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const holders = await Promise.all(
    Array.from({ length: count }, async () => {
      const holder = net.createServer();
      await new Promise((resolve, reject) => {
        holder.once("error", reject).listen(0, "127.0.0.1", () => resolve(undefined));
      });
      return holder;
    }),
  );
  const ports = holders.map((holder) => /** @type {net.AddressInfo} */ (holder.address()).port);
  await Promise.all(holders.map((holder) => promisify(holder.close.bind(holder))()));
  return ports;
}

/**
 * Runs a program to its end and returns its output.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} [cwd]
 */
export async function runProgram(program, args, cwd) {
  const { stdout } = await promisify(execFile)(program, [...args], { cwd, maxBuffer: 2 ** 28 });
  return stdout;
}

/** The processes of one server, which end together. */
export class Processes {
  /** @type {{ name: string, child: import("node:child_process").ChildProcess, ended: Promise<void> }[]} */
  #started = [];
  #folder;
  /** @type {Promise<void> | undefined} */
  #stopping;

  /** @param {string} folder Where the logs go, a file for each name. */
  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * Starts a program that stays in the foreground, and returns its process.
   * @param {string} name
   * @param {string} program
   * @param {readonly string[]} args
   * @param {NodeJS.ProcessEnv} [env]
   */
  start(name, program, args, env = process.env) {
    const log = fs.openSync(path.join(this.#folder, `${name}.out`), "a");
    // Its own process group: Ctrl-C in a terminal must not reach it before we end it in order.
    const child = spawn(program, [...args], { stdio: ["ignore", log, log], detached: true, env });
    fs.closeSync(log);
    alive.add(child);
    const ended = new Promise((resolve) => {
      child.once("error", resolve).once("exit", resolve);
    });
    this.#started.push({ name, child, ended: ended.then(() => void alive.delete(child)) });
    return child;
  }

  /**
   * Waits until the server answers, or one of the processes has ended.
   * @param {() => Promise<unknown>} ask Fails as long as there is no answer.
   */
  async waitFor(ask) {
    const latest = Date.now() + START_MS;
    for (;;) {
      try {
        await ask();
        return;
      } catch (error) {
        const dead = this.#started.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
        if (dead !== undefined || Date.now() > latest) {
          const names = dead === undefined ? this.#started.map(({ name }) => name) : [dead.name];
          throw new Error(`${names.join(", ")} did not start:\n${this.#lastWords(names)}`, { cause: error });
        }
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
      }
    }
  }

  /** Ends all of them, the last one started first, and waits for that. May be called again. */
  async stop() {
    this.#stopping ??= this.#endInOrder();
    return this.#stopping;
  }

  async #endInOrder() {
    for (const { child, ended } of this.#started.splice(0).toReversed()) {
      signalGroup(child, "SIGTERM");
      const timer = setTimeout(() => signalGroup(child, "SIGKILL"), PATIENCE_MS);
      await ended;
      clearTimeout(timer);
      // Ends workers that the process itself did not end.
      signalGroup(child, "SIGKILL");
    }
  }

  /** Kills all of them at once, for a process that is about to end itself. */
  kill() {
    for (const { child } of this.#started.splice(0)) {
      signalGroup(child, "SIGKILL");
    }
  }

  /** @param {readonly string[]} names */
  #lastWords(names) {
    return names.map((name) => fs.readFileSync(path.join(this.#folder, `${name}.out`), "utf8").slice(-2000)).join("\n");
  }
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  try {
    if (child.pid !== undefined) {
      process.kill(-child.pid, signal);
    }
  } catch {
    // It has ended.
  }
}
