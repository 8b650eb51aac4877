// How paths are written on Windows: drives, both separators, other case, `\\?\`, quotes, names that used to be devices.
import fs from "node:fs";

import { check, listDir, makeTree } from "./check.mjs";

const ROOT = "C:\\trees\\paths";
const SLASHES = "C:/trees/paths";

const SPELLINGS = [
  ROOT,
  SLASHES.toUpperCase(),
  `\\\\?\\${ROOT}`,
  `//?/${SLASHES}`,
  `\\\\.\\${ROOT}`,
  `${ROOT}\\`,
  `${ROOT}\\.\\open\\..`,
  "C:\\trees/paths",
];

export function pathChecks() {
  makeTree("paths", ["open/x", "Upper/y", "größe/z"]);
  const inside = ["Upper/", "  y", "größe/", "  z", "open/", "  x"].join("\n");
  return [
    ...SPELLINGS.map((path) => check(`the path ${path}`, () => listDir(path), `Absolute path: ${path}\n${inside}`)),
    ...driveChecks(),
    ...errorChecks(),
    ...nameChecks(),
  ];
}

function driveChecks() {
  const inC = { workingDirectory: "C:\\trees" };
  const listed = "Absolute path: C:\\trees\\paths\\open\nx";
  return [
    check("the top of a drive", () => listDir("C:\\", {}, { depth: 1 }), /^trees\/$/m),
    check("the top of a drive, with a slash", () => listDir("c:/", {}, { depth: 1 }), /^trees\/$/m),
    ...["\\trees\\paths\\open", "/trees/paths/open"].flatMap((path) => [
      check(`${path} is on the drive of the working directory`, () => listDir(path, inC), listed),
      check(`${path} in a root without a drive`, () => listDir(path, { ...inC, roots: ["\\trees"] }), listed),
    ]),
  ];
}

function errorChecks() {
  const nearest = `error: failed to read directory: ${ROOT}\\opne does not exist, but ${SLASHES} does; did you mean ${SLASHES}/open?`;
  return [
    check("C:open is refused", () => listDir("C:open"), /^error: dir_path must be an absolute path/),
    check("a missing path is answered with the nearest", () => listDir(`${ROOT}\\opne`), nearest),
    check("a file", () => listDir(`${ROOT}\\open\\x`), /is not a directory; list C:\/trees\/paths\/open instead/),
    check(
      "a drive that does not exist",
      () => listDir("Q:\\x"),
      /^error: failed to read directory: Q:\\x does not exist/,
    ),
  ];
}

/** Node gives Windows paths that it takes as they are, so what programs can't say otherwise are names like any other. */
function nameChecks() {
  const names = ["CON", "NUL", "aux.txt", "dot.", "space ", "com1"];
  const root = makeTree(
    "names",
    names.map((name) => `${name}/in`),
  );
  const shown = ["CON/", "NUL/", "aux.txt/", "com1/", "dot./", '"space "/'];
  const deep = `${root}\\${Array.from({ length: 10 }, () => "n".repeat(40)).join("\\")}`;
  fs.mkdirSync(`${deep}\\in`, { recursive: true });
  const devices = ["C:\\NUL", "C:\\CON", "\\\\.\\NUL", `${root}\\PRN`];
  const withoutDeep = { exclude: "nnn*", depth: 1 };
  return [
    check("reserved names", () => listDir(root, {}, withoutDeep), [`Absolute path: ${root}`, ...shown].join("\n")),
    // The names with a dot or a space at their end can't be opened by a path.
    ...shown
      .slice(0, 4)
      .flatMap((name) => [
        check(
          `${name} as a path`,
          () => listDir(`${root}\\${name.slice(0, -1)}`),
          `Absolute path: ${root}\\${name.slice(0, -1)}\nin`,
        ),
        check(
          `${name} as a cursor`,
          () => listDir(root, {}, { after: name, limit: 1 }),
          new RegExp(`\\n${name}\\n {2}in`),
        ),
      ]),
    ...devices.map((device) =>
      check(`${device} is no directory`, () => listDir(device), /^error: failed to read directory/),
    ),
    check("a path of more than 260 characters", () => listDir(deep), `Absolute path: ${deep}\nin/ [empty]`),
  ];
}
