// The rows of the table. Each says what was measured, what it must reach, and whether it does; without a limit it is only shown, and says why
// it has none.

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
