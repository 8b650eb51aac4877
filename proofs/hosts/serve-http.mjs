// Our server on HTTP, as a process: started, waited for, ended.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { endGroup, endWithUs } from "./run-process.mjs";

const TIMEOUT_MS = 20_000;

/**
 * @param {string} program
 * @param {string} root What it may list, and where it runs.
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveHttp(program, root) {
  const words = [program, "mcp", "--http", "--port", "0", root];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "ignore", "pipe"], detached: true });
  const release = endWithUs(child.pid);
  const close = () => {
    release();
    endGroup(child.pid);
  };
  /** @type {string[]} */
  const said = [];
  try {
    const url = await new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`the server did not start: ${said.join("\n")}`));
      const timer = setTimeout(fail, TIMEOUT_MS);
      createInterface(child.stderr).on("line", (line) => {
        said.push(line);
        const address = /listening on (http:\S+)/.exec(line)?.[1];
        if (address !== undefined) {
          clearTimeout(timer);
          resolve(address);
        }
      });
      child.on("error", reject);
      child.on("exit", fail);
    });
    return { url, close };
  } catch (error) {
    close();
    throw error;
  }
}
