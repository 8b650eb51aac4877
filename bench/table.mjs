// Writes the rows as one Markdown table, with aligned columns so that it is readable as plain text.
import { writeTime } from "./write-number.mjs";

/** @typedef {import("./row.mjs").Row} Row */

const HEADINGS = ["work", "dirleaf", "compared with", "theirs", "measured", "must reach", "result"];

/**
 * @param {readonly Row[]} rows
 * @param {boolean} judged
 * @returns {string}
 */
export function writeTable(rows, judged) {
  const lines = [HEADINGS, ...rows.map((row) => writeCells(row, judged))];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const [headings = "", ...body] = lines.map((cells) => writeLine(cells, widths));
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [headings, rule, ...body].join("\n");
}

/**
 * @param {Row} row
 * @param {boolean} judged
 * @returns {string[]}
 */
function writeCells({ work, ours, against, theirs, write = writeTime, measured, bound, holds }, judged) {
  return [
    work,
    ours === undefined ? "" : write(ours),
    against ?? "",
    theirs === undefined ? "" : write(theirs),
    measured,
    bound ?? "",
    writeResult(holds, judged),
  ];
}

/**
 * @param {boolean | undefined} holds
 * @param {boolean} judged
 */
function writeResult(holds, judged) {
  if (holds === undefined) {
    return "shown only";
  }
  if (!judged) {
    return "not judged";
  }
  return holds ? "ok" : "MISSED";
}

/**
 * @param {readonly string[]} cells
 * @param {readonly number[]} widths
 */
function writeLine(cells, widths) {
  return `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
}
