// The calls that a program makes of the library in each runtime: the list that is made in every place, the contract's vectors, and places that some
// runtimes once got wrong. What is not written down here must be what our own Node answers.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

import { BYTES, CALLS } from "../calls.mjs";

const PROFILES = { path: "codex-sorted", breadth: "codex-breadth" };

/**
 * @typedef {object} Asked
 * @property {string} title
 * @property {"asNobody" | "cancelled"} [how]
 * @property {string} [tool]
 * @property {object} [args]
 * @property {object} [options] Of the router.
 * @property {string} [shared] The title of the call of the list that is made, below `root`; what is wrong is the answer.
 * @property {string} [root]
 * @property {string} [expected]
 * @property {boolean} [needsBytes] Whether it meets directories whose names are not UTF-8, which Deno can't open.
 */

/** @returns {Asked[]} */
export function sharedCalls({ workspace }) {
  const options = { roots: [workspace], workingDirectory: workspace, maxOutputBytes: BYTES };
  return CALLS.map(({ title }) => ({ title, shared: title, root: workspace, options, expected: "as expected" }));
}

function list(title, args, more) {
  return { title, tool: "list_dir", args, ...more };
}

/** @returns {Asked[]} */
export function placeCalls({ workspace, huge, locked, odd, deep, mount }) {
  const guarded = { options: { roots: [workspace], deny: ["**/SRC"] } };
  return [
    list("a denied directory", { dir_path: `${workspace}/src` }, guarded),
    list("a cursor into a denied directory", { dir_path: workspace, depth: 4, after: "src/" }, guarded),
    list("a file", { dir_path: `${workspace}/README.md` }, { options: { roots: [workspace] } }),
    ...[1, 12_345, 19_999, 20_001].map((offset) =>
      list(`a huge directory from ${offset}`, { dir_path: huge, limit: 3, offset }, { options: { roots: [huge] } }),
    ),
    { title: "all of it", tool: "list_directory", args: { path: huge }, options: { roots: [huge] } },
    { title: "a map of it", tool: "map_dir", args: { dir_path: huge }, options: { roots: [huge] } },
    list("what may not be read", { dir_path: locked }, { how: "asNobody", options: { roots: [locked] } }),
    list(
      "a root that may not be read",
      { dir_path: `${locked}/shut` },
      { how: "asNobody", options: { roots: [locked] } },
    ),
    list("paths that are too long", { dir_path: deep, depth: 100, include: "*.ts" }, { options: { roots: [deep] } }),
    list("names that are not UTF-8", { dir_path: odd }, { needsBytes: true, options: { roots: [odd] } }),
    { title: "a listing that is cancelled", how: "cancelled", args: { dirPath: huge } },
    ...(mount === undefined
      ? []
      : [list("a mount", { dir_path: mount.point, depth: 4 }, { options: { roots: [mount.point] } })]),
  ];
}

/** While the mount sleeps: one call must give up, and the other must not wait for it. */
export function sleepingCalls({ workspace, mount }) {
  const slow = { options: { roots: [mount.point], deadlineMs: 1500 } };
  return [
    list("a mount that sleeps", { dir_path: mount.point }, slow),
    list("another directory meanwhile", { dir_path: `${workspace}/src` }, { options: { roots: [workspace] } }),
  ];
}

/**
 * The contract's vectors. Creates their trees in a folder.
 * @returns {Asked[]}
 */
export function vectorCalls(folder) {
  const special = { fifo: path.join(folder, "fifo"), socket: path.join(folder, "socket") };
  execFileSync("mkfifo", [special.fifo]);
  net.createServer().listen(special.socket).unref();
  return ["list_dir", "list_directory"].flatMap((tool) =>
    readVectors(tool).flatMap(({ id, tree, calls }) => {
      const root = path.join(folder, id);
      makeVector(root, tree, special);
      const needsBytes = tree.some(({ path: text }) => text === undefined || text.includes("\ufffd"));
      const fill = (value) => JSON.stringify(value).replaceAll("${ROOT}", root);
      return calls.map(({ order, args, content, error, result }) => ({
        title: `vector ${id}`,
        tool,
        args: JSON.parse(fill(args)),
        options: { profile: order === undefined ? "hyper" : PROFILES[order], roots: [folder] },
        expected: result === undefined ? (content ?? `error: ${error}`).replaceAll("${ROOT}", root) : fill(result),
        needsBytes,
      }));
    }),
  );
}

function readVectors(tool) {
  const file = path.join(import.meta.dirname, `../../test/vectors/${tool}.jsonl`);
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** Pipes and sockets are links to one of each. */
function makeVector(root, tree, special) {
  fs.mkdirSync(root);
  for (const { path: text, path_b64: base64, kind, target } of tree) {
    const bytes = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, "base64");
    const location = Buffer.concat([Buffer.from(`${root}/`), bytes]);
    fs.mkdirSync(kind === "dir" ? location : location.subarray(0, location.lastIndexOf("/")), { recursive: true });
    if (kind === "symlink") {
      fs.symlinkSync(target ?? ".", location);
    } else if (kind === "file") {
      fs.writeFileSync(location, "");
    } else if (kind !== "dir") {
      fs.linkSync(special[kind], location);
    }
  }
}
