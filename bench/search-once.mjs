// One searcher in a process of its own: `node search-once.mjs <ours | fff> <root> <word…>`. Searches twice, and prints how long each took in milliseconds;
// the first includes what is loaded and, for fff, its index.
import { FINDER_MODULES } from "./reference.mjs";

const [who = "", root = "", ...words] = process.argv.slice(2);

const SEARCHERS = {
  async ours() {
    const { createToolRouter } = await import("../dist/index.js");
    const router = createToolRouter({ roots: [root] });
    const payload = { type: "function", arguments: JSON.stringify({ dir_path: root, words }) };
    return async () => (await router.dispatch({ toolName: "find_files", callId: "1", payload })).content;
  },
  async fff() {
    const { FileFinder } = await import(`${FINDER_MODULES}/@ff-labs/fff-node/dist/src/index.js`);
    const { value } = FileFinder.create({ basePath: root, disableMmapCache: true, aiMode: true });
    await value.waitForScan(120_000);
    return async () =>
      words.flatMap((word) => value.fileSearch(word).value.items.map(({ relativePath }) => relativePath));
  },
};

const times = [];
let start = performance.now();
const search = await SEARCHERS[who]();
for (let call = 0; call < 2; call += 1) {
  const { length } = await search();
  times.push(performance.now() - start);
  start = performance.now();
  if (length === 0) {
    throw new Error("nothing was found");
  }
}
process.stdout.write(JSON.stringify(times));
// The index of fff keeps a watcher.
process.exit();
