// What every part of the bench uses: fresh processes, contestants that take turns, and answers that must be right.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The command as it is installed. */
export const COMMAND = beside("../dist/cli/main.cjs");

/** The path of a file beside this one. */
export function beside(relative) {
  return fileURLToPath(new URL(relative, import.meta.url));
}

/** Runs an exported function of a module beside this one in a fresh process, so that no row affects another. Returns its result. */
export async function inFreshProcess(module, name, task) {
  const program = `const { ${name} } = await import(process.argv[1]);
    process.stdout.write(JSON.stringify(await ${name}(JSON.parse(process.argv[2]))));`;
  const words = ["--input-type=module", "-e", program, new URL(module, import.meta.url).href, JSON.stringify(task)];
  // With NODE_EXTRA_CA_CERTS, Node 20 reads certificates at every start: 105 ms instead of 30. Caches of compiled code would make the
  // second start of a program faster than its first.
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_COMPILE_CACHE: _cache, ...inherited } = process.env;
  const env = { ...inherited, NODE_DISABLE_COMPILE_CACHE: "1" };
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "inherit"] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code !== 0) {
    throw new Error(`${name} of ${module} ended with ${code}`);
  }
  return JSON.parse(output);
}

/** Fails the run if an answer is wrong: a fast wrong answer is no result. */
export function expect(holds, statement) {
  if (!holds) {
    throw new Error(`wrong answer: ${statement}`);
  }
}

/**
 * Runs the contestants in turn, round after round, and returns the median time of each in milliseconds, by name. An uncounted first
 * round warms the file system's caches and lets the engine compile the code. Garbage collection is left to the engine: forced
 * collections discard compiled code.
 * @param {Record<string, () => unknown>} contestants Each may return a promise.
 * @param {object} [options]
 * @param {Record<string, number>} [options.repeats] How often each runs in a round, each run timed separately, if not once.
 * @param {(name: string, result: any) => unknown} [options.after] Gets the result of each run. Not timed; may return a promise.
 */
export async function interleave(contestants, rounds, { repeats = {}, after = () => {} } = {}) {
  const samples = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, run] of Object.entries(contestants)) {
      for (let repeat = 0; repeat < (repeats[name] ?? 1); repeat += 1) {
        const start = performance.now();
        const result = await run();
        const elapsed = performance.now() - start;
        await after(name, result);
        if (round > 0) {
          samples[name].push(elapsed);
        }
      }
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, times]) => [name, median(times)]));
}

/** The middle value; for an even number of values, the upper one of the two in the middle. */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
