// A server on HTTP, as a process: started, waited for, stopped.
import { createInterface } from "node:readline";

import { PATIENCE_MS, startProcess } from "./run-process.mjs";

/**
 * Starts a server that says on standard error where it listens. Returns the address, and a function that stops the server as an
 * operator would and returns its exit code.
 * @param {string} program
 * @param {readonly string[]} words
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ url: string, stop: () => Promise<number | string> }>}
 */
export async function startServer(program, words, options) {
  const child = startProcess(program, words, options);
  child.stdout.resume();
  /** @type {Promise<number | string>} */
  const exited = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "nothing"));
  });
  /** @type {string[]} */
  const said = [];
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server does not listen: ${said.join("\n")}`)), PATIENCE_MS);
    createInterface(child.stderr).on("line", (line) => {
      said.push(line);
      const address = /^listening on (\S+)$/.exec(line)?.[1];
      if (address !== undefined) {
        clearTimeout(timer);
        resolve(address);
      }
    });
    child.once("error", reject);
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${code}: ${said.join("\n")}`));
    });
  });
  return {
    url,
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
  };
}
