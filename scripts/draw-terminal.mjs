// Draws what the command shows of Django's repository on a terminal, for the documents: `node scripts/draw-terminal.mjs`. The command
// runs in a real pseudo-terminal (`script`, of bsdutils), in a folder with a file for each path that the benchmark has; its colours become
// an SVG.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const project = path.join(import.meta.dirname, "..");
const COMMAND = path.join(project, "dist/cli/main.cjs");

const PICTURES = [
  { name: "terminal-tree", words: ["-a", "django/contrib/admin"], rows: 24 },
  { name: "terminal-map", words: [], rows: 24 },
];

const COLUMNS = 72;
const [CELL, LINE, SIZE, EDGE] = [8.4, 19, 14, 16];
const BACKGROUND = "#1d2021";
const PLAIN = "#d5d0c3";

/** The colours 0 to 7, and the bright ones. */
const COLOURS = ["#7c7c72", "#f2594b", "#a9b665", "#e9b143", "#7daea3", "#d3869b", "#8bba7f", "#e2cca9"];

/** A folder with empty files in place of Django's. */
function makeDjango() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "django-"));
  for (const file of fs.readFileSync(path.join(project, "bench/economy/django.paths"), "utf8").trimEnd().split("\n")) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), "");
  }
  return folder;
}

/**
 * What the command writes to a terminal of this size.
 * @param {string} folder
 * @param {readonly string[]} words
 * @param {number} rows
 */
function runInTerminal(folder, words, rows) {
  const command = [process.execPath, COMMAND, ...words].map((word) => `'${word}'`).join(" ");
  const { stdout } = spawnSync("script", ["-qec", `stty cols ${COLUMNS} rows ${rows}; ${command}`, "/dev/null"], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", TERM: "xterm-256color", LANG: "C.UTF-8" },
  });
  // A carriage return within a line starts it anew: what was before is the progress.
  return stdout.replaceAll(/\r+$/gm, "").replaceAll(/^.*\r/gm, "").replaceAll(folder, "/home/ada/django").trimEnd();
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

const django = makeDjango();
for (const { name, words, rows } of PICTURES) {
  const picture = draw(["dirleaf", ...words].join(" "), runInTerminal(django, words, rows));
  fs.writeFileSync(path.join(project, "docs/pictures", `${name}.svg`), picture);
}
fs.rmSync(django, { recursive: true });
