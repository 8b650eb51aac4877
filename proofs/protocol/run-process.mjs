// The processes of the protocol tests: each has a time limit, and none outlives the run.
import { spawn } from "node:child_process";

/** Longer than any of them takes on a slow machine. */
const LONGEST_MS = 120_000;

/** Running process groups. */
const groups = new Set();

/** Ends everything that is still running. */
export function endProcesses() {
  for (const group of groups) {
    endGroup(group);
  }
}

/** Runs a program to its end. Returns its exit code and its output. */
export async function runProcess(program, args, options = {}) {
  const child = start(program, args, options);
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const timer = setTimeout(() => endGroup(child.pid), LONGEST_MS);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, signal) => resolve(exitCode ?? signal));
  });
  clearTimeout(timer);
  groups.delete(child.pid);
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Starts a server that says on standard error where it listens. Returns the address, and a function that stops it. */
export async function startServer(program, args, options = {}) {
  const child = start(program, args, options);
  const stderr = collect(child.stderr);
  child.stdout.resume();
  const exited = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? signal));
  });
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server does not listen: ${stderr()}`)), LONGEST_MS);
    child.stderr.on("data", () => {
      const address = /^listening on (\S+)$/m.exec(stderr())?.[1];
      if (address !== undefined) {
        clearTimeout(timer);
        resolve(address);
      }
    });
    child.once("error", reject);
    void exited.then((code) => reject(new Error(`the server ended with ${code}: ${stderr()}`)));
  });
  return {
    url,
    /** Stops the server as an operator would, and returns its exit code. */
    async stop() {
      child.kill("SIGTERM");
      const code = await exited;
      groups.delete(child.pid);
      return code;
    },
  };
}

function start(program, args, { cwd, env }) {
  // Its own process group, so that what the child has started can be ended with it.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) {
    groups.add(child.pid);
  }
  return child;
}

function endGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

function collect(stream) {
  const chunks = [];
  stream.on("data", (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}
