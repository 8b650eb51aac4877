// Runs a program until it ends or times out, in an environment that contains only what it was given.
import { spawn } from "node:child_process";

/**
 * @typedef {object} Ended
 * @property {number | undefined} code Undefined if it was killed.
 * @property {boolean} timedOut
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * @param {string} program
 * @param {readonly string[]} words
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, timeoutMs: number }} options
 * @returns {Promise<Ended>}
 */
export async function runProcess(program, words, { cwd, env, timeoutMs }) {
  // Its own process group, so that what it started ends with it.
  const child = spawn(program, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const release = endWithUs(child.pid);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    endGroup(child.pid);
  }, timeoutMs);
  const ended = Promise.all([collect(child.stdout), collect(child.stderr)]);
  try {
    const code = await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", resolve);
    });
    endGroup(child.pid);
    const [stdout, stderr] = await ended;
    return { code: code ?? undefined, timedOut, stdout, stderr };
  } finally {
    clearTimeout(timer);
    release();
  }
}

/**
 * Ends a group when this process ends. Returns a function that undoes that.
 * @param {number | undefined} leader
 */
export function endWithUs(leader) {
  const end = () => endGroup(leader);
  process.once("exit", end);
  return () => {
    process.off("exit", end);
  };
}

/**
 * Ends a process that leads a group, and everything that it started.
 * @param {number | undefined} leader
 */
export function endGroup(leader) {
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
