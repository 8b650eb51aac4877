// A proof from its start to its end: its checks run, are printed and counted; it ends within its time, and cleans up however it ends.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { endProcesses } from "./processes.mjs";

/** A temporary folder for what a proof needs. */
export function makeProofFolder(name) {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), `dirleaf-${name}-`)));
}

/** Ends the processes of a proof, and removes its folder. */
export function endProof(folder) {
  endProcesses();
  // The killed processes may still have been writing.
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/**
 * @typedef {object} Check
 * @property {string} title
 * @property {() => unknown} run Throws if something is wrong. What it returns is printed.
 */

/**
 * Those of the names that the proof was given, or all of them if it was given none. Throws for one that is not among them.
 * @param {readonly string[]} names
 * @returns {readonly string[]}
 */
export function chooseFrom(names) {
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`there is no '${unknown}' here; choose from ${names.join(", ")}`);
  }
  return chosen.length === 0 ? names : chosen;
}

/** Runs checks, some of them at once. One that fails does not stop the others. Returns the exit code. */
export async function runChecks(checks, atOnce = 1) {
  let failed = 0;
  const waiting = checks[Symbol.iterator]();
  const work = async () => {
    for (const { title, run } of waiting) {
      try {
        const result = await run();
        console.log(`ok: ${title}${result === undefined ? "" : `: ${result}`}`);
      } catch (error) {
        failed += 1;
        console.log(`FAILED: ${title}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/**
 * @param {object} proof
 * @param {() => Promise<number | undefined>} proof.main Returns the exit code; none if all is well.
 * @param {() => unknown} proof.cleanUp Called at the end, and before the process is stopped early. May return a promise.
 * @param {number} proof.longestMs
 */
export async function runProof({ main, cleanUp, longestMs }) {
  const stop = async () => {
    await cleanUp();
    process.exit(1);
  };
  const timer = setTimeout(() => {
    console.error(`this takes longer than ${longestMs / 1000} seconds`);
    void stop();
  }, longestMs);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => void stop());
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    clearTimeout(timer);
    await cleanUp();
  }
}
