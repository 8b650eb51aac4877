// Writes the runs as one Markdown table, with aligned columns so that it is readable as plain text.

/**
 * @typedef {object} Row
 * @property {string} host
 * @property {string} version
 * @property {string} transport
 * @property {string} era
 * @property {string} saw What the model saw, in short.
 * @property {string} seconds
 */

const HEADINGS = ["host", "version", "transport", "protocol", "what the model saw", "seconds"];

/** @param {readonly Row[]} rows */
export function writeTable(rows) {
  const lines = [HEADINGS, ...rows.map((row) => [row.host, row.version, row.transport, row.era, row.saw, row.seconds])];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const [headings = "", ...body] = lines.map((cells) => writeLine(cells, widths));
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [headings, rule, ...body].join("\n");
}

/**
 * @param {readonly string[]} cells
 * @param {readonly number[]} widths
 */
function writeLine(cells, widths) {
  return `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
}
