// What every part of the bench uses: fresh processes, contestants in turns, answers that must be right, and the rows of one table.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The command as it is installed. */
export const COMMAND = beside("../dist/cli/main.cjs");

/** The path of a file beside this one. */
export function beside(relative) {
  return fileURLToPath(new URL(relative, import.meta.url));
}

/**
 * Runs an exported function of a module in a fresh process, so that no row is affected by another, and returns its result.
 * @param {string} module `import.meta.url`
 */
export async function inFreshProcess(module, name, task) {
  const program = `const { ${name} } = await import(process.argv[1]);
    process.stdout.write(JSON.stringify(await ${name}(JSON.parse(process.argv[2]))));`;
  const words = ["--input-type=module", "-e", program, module, JSON.stringify(task)];
  // With this variable, Node 20 reads certificates at every start: 105 ms instead of 30.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  return JSON.parse(stdout);
}

/** The worst of several fresh processes that each measure the same amounts. */
export async function worstOf(probes, module, name, task) {
  const worst = {};
  for (let probe = 0; probe < probes; probe += 1) {
    for (const [what, value] of Object.entries(await inFreshProcess(module, name, task))) {
      worst[what] = Math.max(worst[what] ?? 0, value);
    }
  }
  return worst;
}

/** Fails the run if an answer is wrong: a fast wrong answer is no result. */
export function expect(holds, statement) {
  if (!holds) {
    throw new Error(`wrong answer: ${statement}`);
  }
}

/**
 * Runs the contestants in turn, round after round, and returns the median time of each in milliseconds, by name. An uncounted
 * first round warms the file system's caches and lets the engine compile the code. Garbage collection is left to the engine:
 * forced collections discard compiled code, and made short runs up to three times as slow, ours more than others.
 * @param {Record<string, () => unknown>} contestants Each may return a promise.
 * @param {number} repeats How often each runs in a round, each run timed separately; one number, or one by name.
 * @param {(name: string, result: any) => unknown} after Gets the result of each run. Not timed; may return a promise.
 */
export async function interleave(contestants, rounds, repeats = 1, after = () => {}) {
  const names = Object.keys(contestants);
  const timesOf = (name) => (typeof repeats === "number" ? repeats : (repeats[name] ?? 1));
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      for (let repeat = 0; repeat < timesOf(name); repeat += 1) {
        const start = performance.now();
        const result = await contestants[name]();
        const elapsed = performance.now() - start;
        await after(name, result);
        if (round > 0) {
          samples[name].push(elapsed);
        }
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(samples[name])]));
}

/** The middle value; for an even number of values, the mean of the two in the middle. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that so many of a hundred don't exceed. */
export function percentile(values, percent) {
  return values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;
}

// Rows. Each says what was measured, what it must reach, and whether it does; without a bound it is only shown.

/** Ours may take so many times as long as theirs. */
export function slower(work, ours, against, theirs, most) {
  return ratioRow({ work, ours, against, theirs }, ours / theirs, "x the time", bounded("<=", most));
}

/** Theirs must take so many times as long as ours. */
export function faster(work, ours, against, theirs, least) {
  return ratioRow({ work, ours, against, theirs }, theirs / ours, "x faster", bounded(">=", least));
}

/** Two amounts, the smaller of which is better. */
export function fewer(work, ours, against, theirs, write, least) {
  return ratioRow({ work, ours, against, theirs, write }, theirs / ours, "x fewer", bounded(">=", least));
}

/** Two amounts, the larger of which is better. */
export function more(work, ours, against, theirs, write, least) {
  return ratioRow({ work, ours, against, theirs, write }, ours / theirs, "x as many", bounded(">=", least));
}

/** One amount with its bound: `amount("requests", 3, writeCount, "<=", 4)`. */
export function amount(work, value, write, sign, limit) {
  const { text, holds } = bounded(sign, limit, write);
  return { work, measured: write(value), bound: text, holds: holds(value) };
}

/** What `watch` has seen of some work, which may take so many MiB. */
export function holdRows(work, { memory, longestHold }, mostMemory) {
  return [
    amount(`${work}: more memory`, memory, writeMemory, "<=", mostMemory * 2 ** 20),
    amount(`${work}: longest hold of the event loop`, longestHold, writeTime, "<=", 50),
  ];
}

/** Something that is only shown. */
export function shown(work, measured) {
  return { work, measured };
}

function ratioRow(row, ratio, unit, bound) {
  const bounds = bound && { bound: `${bound.text} ${unit}`, holds: bound.holds(ratio) };
  return { ...row, measured: `${writeNumber(ratio)} ${unit}`, ...bounds };
}

function bounded(sign, limit, write = String) {
  const holds = { "<=": (value) => value <= limit, ">=": (value) => value >= limit, "": (value) => value === limit };
  return limit === undefined ? undefined : { text: `${sign} ${write(limit)}`.trim(), holds: holds[sign] };
}

/** One Markdown table, with aligned columns so that it is readable as plain text. */
export function writeTable(rows, judged) {
  const headings = ["work", "dirleaf", "compared with", "theirs", "measured", "must reach", "result"];
  const cells = rows.map(({ work, ours, against = "", theirs, write = writeTime, measured, bound = "", holds }) => {
    const result = holds === undefined ? "shown only" : !judged ? "not judged" : holds ? "ok" : "MISSED";
    const [left, right] = [ours, theirs].map((value) => (value === undefined ? "" : write(value)));
    return [work, left, against, right, measured, bound, result];
  });
  const widths = headings.map((_, column) => Math.max(...[headings, ...cells].map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [line(headings), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...cells.map(line)].join("\n");
}

// Numbers as the table shows them: three significant digits, with their unit.

export const writeCount = (count) => count.toLocaleString("en-US");
export const writeTokens = (count) => `${writeCount(count)} tokens`;
export const writeBytes = (count) => `${writeCount(count)} bytes`;
export const writeRate = (rate) => `${writeCount(Math.round(rate))} a second`;
export const writeMemory = (bytes) => `${writeNumber(bytes / 2 ** 20)} MiB`;
export const writeTime = (ms) => (ms < 1000 ? `${writeNumber(ms)} ms` : `${writeNumber(ms / 1000)} s`);

function writeNumber(value) {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)));
}
