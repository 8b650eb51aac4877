// The processes of the proofs: each leads a group of its own, sees nothing of our environment but what it is given, has a time limit, and does
// not outlive the proof.
import { spawn } from "node:child_process";
import net from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

/** Longer than most of them take on a slow machine. */
export const PATIENCE_MS = 120_000;

/**
 * @typedef {object} Ended
 * @property {number | undefined} code Undefined if it was killed.
 * @property {boolean} timedOut
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * The running groups, by the process that leads each.
 * @type {Set<number>}
 */
const leaders = new Set();

process.once("exit", endProcesses);

/** Ends everything that is still running, as also happens when this process ends. */
export function endProcesses() {
  leaders.forEach(endGroup);
}

/**
 * @param {string} program
 * @param {readonly string[]} words
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions, uid?: number, gid?: number }} options
 * @returns {import("node:child_process").ChildProcess}
 */
export function startProcess(program, words, { env = {}, stdio = ["ignore", "pipe", "pipe"], ...options }) {
  // Its own process group, so that what it started ends with it.
  const child = spawn(program, words, { ...options, env, stdio, detached: true });
  const leader = child.pid;
  if (leader !== undefined) {
    leaders.add(leader);
    child.once("exit", () => {
      endGroup(leader);
      leaders.delete(leader);
    });
  }
  return child;
}

/**
 * Runs a program until it ends or times out.
 * @param {string} program
 * @param {readonly string[]} words
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} options
 * @returns {Promise<Ended>}
 */
export async function runProcess(program, words, { timeoutMs = PATIENCE_MS, ...options }) {
  const child = startProcess(program, words, options);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    endGroup(child.pid);
  }, timeoutMs);
  try {
    const ended = new Promise((resolve, reject) => {
      child.on("error", reject).on("exit", resolve);
    });
    const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code: code ?? undefined, timedOut, stdout, stderr };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Starts a server that prints where it listens. Returns the address, and a function that stops the server as an
 * operator would and returns its exit code.
 * @param {string} program
 * @param {readonly string[]} words
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, uid?: number, gid?: number }} options
 * @returns {Promise<{ url: string, stop: () => Promise<number | string> }>}
 */
export async function startServer(program, words, options) {
  const child = startProcess(program, words, options);
  const exited = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "nothing"));
  });
  const timer = setTimeout(() => endGroup(child.pid), PATIENCE_MS);
  const said = [];
  const url = await new Promise((resolve, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      createInterface(output).on("line", (line) => {
        said.push(line);
        const address = /^(?:listening on )?(http:\S+)$/.exec(line)?.[1];
        if (address !== undefined) {
          resolve(address);
        }
      });
    }
    child.once("error", reject);
    void exited.then((code) => reject(new Error(`the server ended with ${code}: ${said.join("\n")}`)));
  }).finally(() => clearTimeout(timer));
  const stop = () => {
    child.kill("SIGTERM");
    return exited;
  };
  return { url, stop };
}

/** Asks again and again until there is an answer, and gives up where none comes in time. */
export async function waitFor(ask, what) {
  const latest = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > latest) {
        throw new Error(`${what} did not start`, { cause: error });
      }
      await pause(100);
    }
  }
}

/** Ports that nobody listens on now. All stay open until all are known, so that they differ. */
export async function freePorts(count) {
  const holders = Array.from({ length: count }, () => net.createServer().listen(0, "127.0.0.1"));
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.once("listening", resolve))));
  const ports = holders.map((holder) => holder.address().port);
  await Promise.all(holders.map((holder) => promisify(holder.close.bind(holder))()));
  return ports;
}

/** Ends a process that leads a group, and everything that it started. */
function endGroup(leader) {
  try {
    if (leader !== undefined) {
      process.kill(-leader, "SIGKILL");
    }
  } catch {
    // Nobody left.
  }
}
