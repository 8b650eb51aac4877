// Makes one call on a tree that is made up while it is read, and prints the answer:
// `node made-up-tree.mjs <library> <shape> <levels or directories> <tool> <arguments>`.
import path from "node:path";

const [library, shape, count, tool, json] = process.argv.slice(2);
const { createToolRouter } = await import(library);

const NAME = "n".repeat(246);

function numbered(length, prefix, kind) {
  return Array.from({ length }, (_, index) => ({ name: `${prefix}${String(index).padStart(5, "0")}`, kind }));
}

const SHAPES = {
  /** Directories in a row, each in the one before. */
  chain: (depth) => (depth < Number(count) ? numbered(1, NAME, "directory") : []),
  /** Directories beside each other, each with many files. */
  wide: (depth, name) =>
    depth === 0 ? numbered(Number(count), "d", "directory") : numbered(19_999, `${name}-some-name-`, "file"),
};

const fileSystem = {
  isAbsolute: (location) => location.startsWith("/"),
  resolve: path.posix.resolve,
  readDirectory(location) {
    const depth = location.split("/").length - 2;
    return { isSorted: true, batches: [SHAPES[shape](depth, path.posix.basename(location))] };
  },
};

const router = createToolRouter({ fileSystem, deadlineMs: 300_000, maxDirectories: 3000 });
const payload = { type: "function", arguments: JSON.stringify({ dir_path: "/r", ...JSON.parse(json) }) };
process.stdout.write((await router.dispatch({ toolName: tool, callId: "1", payload })).content);
