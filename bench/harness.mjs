// What every part of the bench uses: fresh processes, contestants that take turns, answers that must be right, and the rows of one
// table.
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
 * @param {Record<string, number>} repeats How often each runs in a round, each run timed separately, if not once.
 * @param {(name: string, result: any) => unknown} after Gets the result of each run. Not timed; may return a promise.
 */
export async function interleave(contestants, rounds, repeats = {}, after = () => {}) {
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

// Rows. Each says what was measured, what it must reach, and whether it does; without a limit it is only shown, and says why it has none.

/** Ours may take so many times as long as theirs. */
export const slower = (work, ours, against, theirs, limit) =>
  ratioRow({ work, against }, [ours, theirs, writeTime], ours / theirs, "x the time", "<=", limit);

/** Theirs must take so many times as long as ours. */
export const faster = (work, ours, against, theirs, limit) =>
  ratioRow({ work, against }, [ours, theirs, writeTime], theirs / ours, "x faster", ">=", limit);

/** Two amounts, the smaller of which is better. */
export const fewer = (work, ours, against, theirs, write, limit) =>
  ratioRow({ work, against }, [ours, theirs, write], theirs / ours, "x fewer", ">=", limit);

/** Two amounts, the larger of which is better. */
export const more = (work, ours, against, theirs, write, limit) =>
  ratioRow({ work, against }, [ours, theirs, write], ours / theirs, "x as many", ">=", limit);

function ratioRow(row, [ours, theirs, write], ratio, unit, sign, limit) {
  const measured = `${writeNumber(ratio)} ${unit}`;
  const bound =
    limit === undefined
      ? { why: "a comparison, not a promise" }
      : { bound: `${sign} ${limit} ${unit}`, holds: isWithin(ratio, sign, limit) };
  return { ...row, ours: write(ours), theirs: write(theirs), measured, ...bound };
}

/** One amount with its limit: `amount("requests", 3, writeCount, "<=", 4)`. */
export function amount(work, value, write, sign, limit) {
  return { work, measured: write(value), bound: `${sign} ${write(limit)}`.trim(), holds: isWithin(value, sign, limit) };
}

/** Something that is only shown. */
export function shown(work, measured, why = "judged by the rows beside it") {
  return { work, measured, why };
}

/** A ratio without a limit, and why it has none. */
export function withoutLimit(row, why) {
  return { ...row, why };
}

function isWithin(value, sign, limit) {
  return sign === "<=" ? value <= limit : sign === ">=" ? value >= limit : value === limit;
}

/** One Markdown table, with aligned columns so that it is readable as plain text. */
export function writeTable(rows, isJudged) {
  const headings = ["work", "dirleaf", "compared with", "theirs", "measured", "must reach", "result"];
  const cells = rows.map(({ work, ours = "", against = "", theirs = "", measured, bound = "", holds, why }) => {
    const result = holds === undefined ? `shown only: ${why}` : !isJudged ? "not judged" : holds ? "ok" : "MISSED";
    return [work, ours, against, theirs, measured, bound, result];
  });
  const widths = headings.map((_, column) => Math.max(...[headings, ...cells].map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [line(headings), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...cells.map(line)].join("\n");
}

// Numbers as the table shows them: three significant digits, with their unit.

export const writeCount = (count) => count.toLocaleString("en-US");
export const writeTokens = (count) => `${writeCount(Math.round(count))} tokens`;
export const writeBytes = (count) => `${writeCount(count)} bytes`;
export const writeRate = (rate) => `${writeCount(Math.round(rate))} a second`;
export const writeMemory = (bytes) => `${writeNumber(bytes / 2 ** 20)} MiB`;
export const writeTime = (ms) => (ms < 1000 ? `${writeNumber(ms)} ms` : `${writeNumber(ms / 1000)} s`);
export const writeShare = (share) => `${(100 * share).toFixed(1)} %`;

function writeNumber(value) {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)));
}
