// The calls that a program makes of the library in each runtime: the list that is made in every place, and places that some runtimes once got
// wrong. What is not written down here must be what our own Node answers.
import { BYTES, CALLS } from "../calls.mjs";

/**
 * @typedef {object} Asked
 * @property {string} title
 * @property {string} [tool]
 * @property {object} [args]
 * @property {object} options Of the router.
 * @property {string} [shared] The title of the call of the list that is made, below `root`; what is wrong is the answer.
 * @property {string} [root]
 * @property {string} [expected]
 * @property {boolean} [needsBytes] Whether it meets directories whose names are not UTF-8, which Deno can't open.
 */

function ask(title, tool, args, root, more) {
  return { title, tool, args, options: { roots: [root], ...more } };
}

function list(title, args, root, more) {
  return ask(title, "list_dir", args, root, more);
}

/** @returns {Asked[]} */
export function libraryCalls({ workspace, huge, odd }) {
  const shared = { roots: [workspace], workingDirectory: workspace, maxOutputBytes: BYTES };
  const guarded = { deny: ["**/SRC"] };
  return [
    ...CALLS.map(({ title }) => ({ title, shared: title, root: workspace, options: shared, expected: "as expected" })),
    list("a denied directory", { dir_path: `${workspace}/src` }, workspace, guarded),
    list("a cursor into a denied directory", { dir_path: workspace, depth: 4, after: "src/" }, workspace, guarded),
    list("a file", { dir_path: `${workspace}/README.md` }, workspace),
    list("a name that is too long", { dir_path: `${workspace}/${"x".repeat(300)}` }, workspace),
    ...[1, 12_345, 19_999, 20_001].map((offset) =>
      list(`a huge directory from ${offset}`, { dir_path: huge, limit: 3, offset }, huge),
    ),
    ask("all of it", "list_directory", { path: huge }, huge),
    ask("a map of it", "map_dir", { dir_path: huge }, huge),
    { ...list("names that are not UTF-8", { dir_path: odd }, odd), needsBytes: true },
  ];
}
