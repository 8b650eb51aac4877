// The calls that a program makes of the library in each runtime, and which of them need more than a runtime can do.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

const PROFILES = { path: "codex-sorted", breadth: "codex-breadth" };

/**
 * @typedef {object} Call
 * @property {string} title
 * @property {"plainly" | "asNobody" | "cancelled"} [how]
 * @property {string} [tool]
 * @property {object} args
 * @property {object} [options] Of the router.
 * @property {string} [expected] If not what our own Node answers.
 * @property {boolean} [needsBytes] Whether it meets directories whose names are not UTF-8, which Deno can't open.
 */

function list(title, args, more = {}) {
  return { title, tool: "list_dir", args, ...more };
}

/**
 * Calls about the places.
 * @returns {Call[]}
 */
export function placeCalls({ project, huge, locked, odd, deep, mount }) {
  const guarded = { roots: [project], deny: ["**/secret"] };
  return [
    list("a project", { dir_path: project, depth: 4 }),
    list("without what git ignores", { dir_path: project, depth: 4, gitignore: "omit" }),
    list("by globs", { dir_path: project, depth: 4, include: "?" }),
    { title: "as JSON", tool: "list_directory", args: { path: project, recursive: true } },
    { title: "by words", tool: "find_files", args: { dir_path: project, words: ["a", "*.ts", "absent"] } },
    { title: "as a map", tool: "map_dir", args: { dir_path: project, budget: 60 } },
    list("within roots", { dir_path: project, depth: 4 }, { options: guarded }),
    list("a denied directory", { dir_path: path.join(project, "secret") }, { options: guarded }),
    list("a cursor into a denied directory", { dir_path: project, depth: 4, after: "secret/" }, { options: guarded }),
    list("a link out of the roots", { dir_path: path.join(project, "leads-out") }, { options: guarded }),
    list("a link with a target beyond ASCII", { dir_path: path.join(project, "link-é") }, { options: guarded }),
    list("nothing there", { dir_path: path.join(project, "nope") }, { options: guarded }),
    list("a file", { dir_path: path.join(project, "a.log") }),
    list("a dangling link", { dir_path: path.join(project, "dangling") }),
    list("a huge directory", { dir_path: huge, limit: 3 }),
    list("a huge directory, further on", { dir_path: huge, limit: 3, offset: 12_345 }),
    list("a huge directory, its end", { dir_path: huge, limit: 3, offset: 19_999 }),
    list("a huge directory, past its end", { dir_path: huge, limit: 3, offset: 20_001 }),
    list("a huge directory within roots", { dir_path: huge, limit: 5 }, { options: { roots: [huge] } }),
    { title: "all of a huge directory", tool: "list_directory", args: { path: huge } },
    { title: "a map of a huge directory", tool: "map_dir", args: { dir_path: huge } },
    list("what may not be read", { dir_path: locked }, { how: "asNobody" }),
    list("a root that may not be read", { dir_path: path.join(locked, "shut") }, { how: "asNobody" }),
    list("paths that are too long", { dir_path: deep, depth: 100, include: "*.ts" }),
    list("names that are not UTF-8", { dir_path: odd }, { needsBytes: true }),
    { title: "a listing that is cancelled", how: "cancelled", args: { dirPath: huge } },
    ...(mount === undefined
      ? []
      : [
          list("a mount", { dir_path: mount.point, depth: 4, gitignore: "omit" }),
          list("a mount within roots", { dir_path: mount.point, depth: 4 }, { options: { roots: [mount.point] } }),
        ]),
  ];
}

/** Calls while the mount sleeps: one must give up, and the other must not wait for it. */
export function sleepingCalls({ project, mount }) {
  return [
    { title: "a mount that sleeps", tool: "list_dir", args: { dir_path: mount.point }, options: { deadlineMs: 1500 } },
    { title: "another directory meanwhile", tool: "list_dir", args: { dir_path: project } },
  ];
}

/**
 * The contract's vectors. Creates their trees in a folder.
 * @returns {Call[]}
 */
export function vectorCalls(folder) {
  const special = { fifo: path.join(folder, "fifo"), socket: path.join(folder, "socket") };
  execFileSync("mkfifo", [special.fifo]);
  net.createServer().listen(special.socket).unref();
  const vectors = path.join(import.meta.dirname, "../../test/vectors");
  const read = (file) =>
    fs
      .readFileSync(path.join(vectors, file), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  return ["list_dir", "list_directory"].flatMap((tool) =>
    read(`${tool}.jsonl`).flatMap(({ id, tree, calls }) => {
      const root = path.join(folder, id);
      makeVector(root, tree, special);
      const needsBytes = tree.some(({ path: text }) => text === undefined || text.includes("\ufffd"));
      const fill = (value) => JSON.stringify(value).replaceAll("${ROOT}", root);
      return calls.map(({ order, args, content, error, result }) => ({
        title: `vector ${id}`,
        tool,
        args: JSON.parse(fill(args)),
        options: { profile: order === undefined ? "hyper" : PROFILES[order] },
        expected: result === undefined ? (content ?? `error: ${error}`).replaceAll("${ROOT}", root) : fill(result),
        needsBytes,
      }));
    }),
  );
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
