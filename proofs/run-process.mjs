// The processes of the proofs: each runs in a group of its own, has a time limit, and does not outlive the proof.
import { spawn } from "node:child_process";

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
  for (const leader of leaders) {
    endGroup(leader);
  }
}

/**
 * Starts a program that sees nothing of our environment but what it is given.
 * @param {string} program
 * @param {readonly string[]} words
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} options
 */
export function startProcess(program, words, { cwd, env = {} }) {
  // Its own process group, so that what it started ends with it.
  const child = spawn(program, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
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
  const printed = Promise.all([collect(child.stdout), collect(child.stderr)]);
  try {
    const code = await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", resolve);
    });
    const [stdout, stderr] = await printed;
    return { code: code ?? undefined, timedOut, stdout, stderr };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends a process that leads a group, and everything that it started.
 * @param {number | undefined} leader
 */
function endGroup(leader) {
  try {
    if (leader !== undefined) {
      process.kill(-leader, "SIGKILL");
    }
  } catch {
    // Nobody left.
  }
}

/** @param {NodeJS.ReadableStream} stream */
async function collect(stream) {
  const chunks = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
  }
  return Buffer.concat(/** @type {Buffer[]} */ (chunks)).toString();
}
