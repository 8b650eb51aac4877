// The tools without a framework: their definitions, the answers for a model, and entries for programs.
// Run: node examples/library.mjs [directory]
import path from "node:path";
import { createToolRouter, listDir } from "dirleaf";

const root = path.resolve(process.argv[2] ?? ".");
const router = createToolRouter({ roots: [root] });

// The definitions for the model.
for (const { name, description } of router.specs()) {
  console.log(`${name}: ${description}`);
}

// The answer to a call. A model's mistakes get an answer too, in words that it can act on.
const json = JSON.stringify({ dir_path: root });
const { output } = await router.answer({ type: "function_call", name: "list_dir", arguments: json, call_id: "1" });
console.log(output);

// The same for programs: entries, page by page, each page after the last path of the previous one.
let count = 0;
/** @type {string | undefined} */
let after;
do {
  const page = await listDir({ dirPath: root, order: "tree", depth: 3, limit: 100, after });
  count += page.entries.filter(({ context }) => !context).length;
  after = page.next;
} while (after !== undefined);
console.log(`${count} entries on three levels`);
