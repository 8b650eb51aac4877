// The calls that the model makes, and what it must see for each.
import { nameOf, TWO_LINES } from "./make-workspace.mjs";
import { makeMapSteps } from "./map-steps.mjs";

/** @typedef {import("./make-workspace.mjs").Workspace} Workspace */

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {string} tool
 * @property {Record<string, unknown>} arguments
 * @property {boolean} [fails] Whether the answer is an error.
 * @property {{ field: string, type: string }} [breaksSchema] The first field that is not of the type in our schema, although
 * we take it. Some hosts refuse such a call themselves.
 * @property {"same" | "whole" | ((text: string) => string | undefined)} judge `same`: what our command prints for the call.
 * `whole`: the model follows the last line of each page, and sees the whole listing. Or a function that returns what is wrong.
 */

/** The largest page that can be asked for. */
export const LARGEST_PAGE = 2000;

/** What a host inserts where it has cut something out. */
const CUT_MARKS = /truncated|omitted|output (?:was )?(?:too large|saved)|\[\.\.\.|…\d/i;

/** What is in the workspace itself. */
const TOP = [".hidden/", "README.md", "empty/", "large/", "names/", "project/", "src/", "way-out@"];

/** What the search finds. */
const FOUND = ["src/app/", "  [slug].tsx", "  deep/er/", "    still.ts"];

/** What is in `project`. Ignored directories are not opened. */
const IGNORED = [".git/ [ignored]", ".gitignore", "build/ [ignored]", "main.ts", "trace.log [ignored]"];

/**
 * @param {Workspace} workspace
 * @returns {Step[]}
 */
export function makeScript({ root, large, names, project, outside }) {
  return [
    {
      title: "list_dir: a tree as text",
      tool: "list_dir",
      arguments: { dir_path: root, depth: 5, limit: 60, exclude: ["large"] },
      judge: "same",
    },
    {
      title: "list_dir: hostile names",
      tool: "list_dir",
      arguments: { dir_path: names },
      judge: "same",
    },
    {
      title: "list_dir: behind a quoted name",
      tool: "list_dir",
      // C quotes and JSON quotes are the same for this name.
      arguments: { dir_path: names, after: JSON.stringify(TWO_LINES), limit: 2 },
      judge: "same",
    },
    {
      title: "list_directory: JSON once, not escaped",
      tool: "list_directory",
      arguments: { path: names },
      judge: "same",
    },
    {
      title: "list_directory: a relative path, all levels",
      tool: "list_directory",
      arguments: { path: ".", recursive: true, showHidden: true, maxResults: 40, exclude: ["large"] },
      judge: "same",
    },
    {
      title: "an argument that we do not know",
      tool: "list_dir",
      arguments: { dir_path: root, depth: 1, wait_for_previous: true },
      judge: "same",
    },
    {
      title: "null values: as if they were not given",
      tool: "list_dir",
      arguments: { dir_path: root, depth: 1, limit: null, after: null, include: null, gitignore: null },
      breaksSchema: { field: "limit", type: "integer" },
      judge: "same",
    },
    {
      title: "empty values: as if they were not given",
      tool: "list_dir",
      arguments: { dir_path: root, depth: 1, after: "", include: [], exclude: [] },
      judge: (text) => judgeLines(text, root, TOP),
    },
    {
      title: "a search of all levels",
      tool: "list_dir",
      arguments: { dir_path: root, include: ["*.tsx", "still.*"] },
      judge: (text) => judgeLines(text, root, FOUND),
    },
    {
      title: "a glob in place of a list",
      tool: "list_dir",
      arguments: { dir_path: root, include: "*.txt", exclude: "large" },
      breaksSchema: { field: "include", type: "array" },
      judge: "same",
    },
    {
      title: "an ignored directory",
      tool: "list_dir",
      arguments: { dir_path: project },
      judge: (text) => judgeLines(text, project, IGNORED),
    },
    {
      title: "page by page to the end, in order breadth",
      tool: "list_dir",
      arguments: { dir_path: root, depth: 5, limit: 7, exclude: ["large"] },
      judge: "whole",
    },
    {
      title: "page by page to the end, in order tree",
      tool: "list_dir",
      arguments: { dir_path: root, depth: 5, limit: 5, order: "tree", exclude: ["large"] },
      judge: "whole",
    },
    {
      title: "a misspelt path",
      tool: "list_dir",
      arguments: { dir_path: `${names}s` },
      fails: true,
      judge: (text) => judgeSuggestion(text, names),
    },
    {
      title: "a mistake of the model",
      tool: "list_dir",
      arguments: { dir_path: root, limit: 0 },
      fails: true,
      judge: "same",
    },
    {
      title: "a mistake in list_directory",
      tool: "list_directory",
      arguments: { path: `${root}/absent` },
      fails: true,
      judge: "same",
    },
    {
      title: "outside the roots",
      tool: "list_dir",
      arguments: { dir_path: outside },
      fails: true,
      judge: (text) => judgeRefusal(text, outside),
    },
    {
      title: "outside the roots through a link",
      tool: "list_directory",
      arguments: { path: `${root}/way-out` },
      fails: true,
      judge: (text) => judgeRefusal(text, `${root}/way-out`),
    },
    {
      title: "a large page of list_dir, not cut",
      tool: "list_dir",
      arguments: { dir_path: large, limit: LARGEST_PAGE },
      judge: (text) => judgeLargeListing(text, large),
    },
    {
      title: "a large page of list_directory, not cut",
      tool: "list_directory",
      arguments: { path: large, maxResults: LARGEST_PAGE },
      judge: (text) => judgeLargeJson(text, large),
    },
    ...makeMapSteps({ root, large, names }),
  ];
}

/**
 * @param {string} text
 * @param {string} root
 * @param {readonly string[]} lines
 */
function judgeLines(text, root, lines) {
  const expected = [`Absolute path: ${root}`, ...lines].join("\n");
  return text === expected ? undefined : `is ${JSON.stringify(text)}, not ${JSON.stringify(expected)}`;
}

/**
 * @param {string} text
 * @param {string} meant
 */
function judgeSuggestion(text, meant) {
  return text.endsWith(`; did you mean ${meant}?`)
    ? undefined
    : `is ${JSON.stringify(text)}, which does not suggest ${meant}`;
}

/**
 * @param {string} text
 * @param {string} asked
 */
function judgeRefusal(text, asked) {
  const expected = `access denied: ${asked} is outside the directories that may be listed`;
  return text === expected ? undefined : `is ${JSON.stringify(text)}, not ${JSON.stringify(expected)}`;
}

/**
 * @param {string} text
 * @param {string} large
 */
function judgeLargeListing(text, large) {
  const [header, ...lines] = text.split("\n");
  const last = lines.at(-1) ?? "";
  if (header !== `Absolute path: ${large}`) {
    return `starts with ${JSON.stringify(header)}`;
  }
  const names = lines.slice(0, -2);
  const shown = names.length;
  const wrong = names.find((line, index) => line !== nameOf(index));
  if (wrong !== undefined) {
    return `has a line in the middle that is not the next name: ${JSON.stringify(wrong.slice(0, 200))}`;
  }
  // The page ends in the middle of the directory, which a line says before the last one.
  const expected = `…\nMore than ${shown} entries found; continue with offset ${shown + 1}`;
  return text.endsWith(`\n${expected}`) ? findMark(text) : `ends with ${JSON.stringify(last)}, not ${expected}`;
}

/**
 * @param {string} text
 * @param {string} large
 */
function judgeLargeJson(text, large) {
  try {
    const { directory, count, summary, files, truncated } = JSON.parse(text);
    const shown = files.length;
    const expected = {
      directory: large,
      count: 1000,
      summary: `Showing 1-${shown} of the first 1000 files`,
      truncated: true,
    };
    const actual = { directory, count, summary, truncated };
    if (JSON.stringify(actual) !== JSON.stringify(expected)) {
      return `says ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
    }
    const wrong = files.find((/** @type {string} */ name, /** @type {number} */ index) => name !== nameOf(index));
    return wrong === undefined ? undefined : `has ${JSON.stringify(wrong)} out of its place`;
  } catch (error) {
    return `is no JSON (${String(error)}): ${JSON.stringify(text.slice(0, 200))}`;
  }
}

/** @param {string} text */
function findMark(text) {
  const mark = CUT_MARKS.exec(text)?.[0];
  return mark === undefined ? undefined : `was cut: ${JSON.stringify(mark)}`;
}
