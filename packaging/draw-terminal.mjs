// Draws what the command shows on a terminal, for the documents: `node packaging/draw-terminal.mjs`. The command runs in a real
// pseudo-terminal (`script`, of bsdutils); its colours become an SVG.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const project = path.join(import.meta.dirname, "..");
const COMMAND = path.join(project, "dist/cli/main.cjs");

const PICTURES = [
  { name: "terminal-tree", words: ["src"], rows: 24 },
  { name: "terminal-map", words: ["map", "src", "--budget", "120"], rows: 30 },
];

const COLUMNS = 72;
const [CELL, LINE, SIZE, EDGE] = [8.4, 19, 14, 16];
const BACKGROUND = "#1d2021";
const PLAIN = "#d5d0c3";

/** The colours 0 to 7, and the bright ones. */
const COLOURS = ["#7c7c72", "#f2594b", "#a9b665", "#e9b143", "#7daea3", "#d3869b", "#8bba7f", "#e2cca9"];

/**
 * What the command writes to a terminal of this size.
 * @param {readonly string[]} words
 * @param {number} rows
 */
function runInTerminal(words, rows) {
  const command = [process.execPath, COMMAND, ...words].map((word) => `'${word}'`).join(" ");
  const { stdout } = spawnSync("script", ["-qec", `stty cols ${COLUMNS} rows ${rows}; ${command}`, "/dev/null"], {
    cwd: project,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", TERM: "xterm-256color", LANG: "C.UTF-8" },
  });
  return stdout.replaceAll("\r", "").replaceAll(project, "/home/ada/dirleaf").trimEnd();
}

/**
 * The pieces of a line that have one colour each. Only what the command writes is understood: weights, dim, and 16 colours.
 * @param {string} line
 */
function toPieces(line) {
  const pieces = [];
  let style = { colour: PLAIN, bold: false, dim: false };
  let column = 0;
  // oxlint-disable-next-line no-control-regex
  for (const [, codes, text] of line.matchAll(/\u{1b}\[([\d;]*)[mK]|([^\u{1b}]+)/gu)) {
    for (const code of codes === undefined ? [] : codes.split(";").map(Number)) {
      style = styleAfter(style, code);
    }
    if (text !== undefined) {
      pieces.push({ text, column, ...style });
      column += [...text].length;
    }
  }
  return pieces;
}

/**
 * @param {{ colour: string, bold: boolean, dim: boolean }} style
 * @param {number} code
 */
function styleAfter(style, code) {
  if (code === 0) {
    return { colour: PLAIN, bold: false, dim: false };
  }
  if (code === 1 || code === 2) {
    return { ...style, [code === 1 ? "bold" : "dim"]: true };
  }
  const isColour = (code >= 30 && code <= 37) || (code >= 90 && code <= 97);
  return isColour ? { ...style, colour: COLOURS[code % 10] ?? PLAIN } : style;
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/**
 * @param {string} command
 * @param {string} output
 */
function draw(command, output) {
  const lines = [`\u{1b}[2m$\u{1b}[0m ${command}`, ...output.split("\n")];
  const texts = lines.flatMap((line, row) =>
    toPieces(line).map(({ text, column, colour, bold, dim }) => {
      const place = `x="${(EDGE + column * CELL).toFixed(1)}" y="${EDGE + (row + 0.75) * LINE}"`;
      // The length keeps columns in line, whatever font the reader has.
      const length = `textLength="${([...text].length * CELL).toFixed(1)}"`;
      const look = `fill="${colour}"${bold ? ' font-weight="bold"' : ""}${dim ? ' opacity="0.6"' : ""}`;
      return `<text ${place} ${length} ${look} xml:space="preserve">${escape(text)}</text>`;
    }),
  );
  const [width, height] = [2 * EDGE + COLUMNS * CELL, 2 * EDGE + lines.length * LINE];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="${SIZE}">`,
    ...texts,
    "</g>\n</svg>\n",
  ].join("\n");
}

for (const { name, words, rows } of PICTURES) {
  const picture = draw(`dirleaf ${words.join(" ")}`, runInTerminal(words, rows));
  fs.writeFileSync(path.join(project, "docs/pictures", `${name}.svg`), picture);
}
