// The calls that a program makes of the library in each runtime: the list that is made in every place, and places that some runtimes once got
// wrong. What is not written down here must be what our own Node answers.
import { BYTES, CALLS } from "../calls.mjs";

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
