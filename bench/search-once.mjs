// One searcher in a process of its own: `node search-once.mjs <ours | fff> <root> <calls> <word…>`. Makes so many calls, one after the
// other, and prints how long the last one took in milliseconds.
import { expect } from "./harness.mjs";
import { FINDER_MODULES } from "./reference.mjs";
import { MATCH } from "./trees.mjs";

const [who = "", root = "", calls = "", ...words] = process.argv.slice(2);

/** Each makes a function that returns what was found. */
const SEARCHERS = {
  async ours() {
    const { createToolRouter } = await import("../dist/index.js");
    const router = createToolRouter({ roots: [root] });
    const payload = { type: "function", arguments: JSON.stringify({ dir_path: root, words }) };
    return async () => (await router.dispatch({ toolName: "find_files", callId: "1", payload })).content;
  },
  async fff() {
    const { FileFinder } = await import(`${FINDER_MODULES}/@ff-labs/fff-node/dist/src/index.js`);
    const options = { basePath: root, disableMmapCache: true, disableWatch: true, aiMode: true };
    const { value } = FileFinder.create(options);
    // Its `waitForScan` looks only every 50 ms.
    expect(value.waitForScanBlocking(120_000).value, "fff has read the tree");
    return async () =>
      words.flatMap((word) => value.fileSearch(word).value.items.map(({ relativePath }) => relativePath)).join("\n");
  },
};

const search = await SEARCHERS[who]();
let elapsed = 0;
for (let call = 0; call < Number(calls); call += 1) {
  const start = performance.now();
  const found = await search();
  elapsed = performance.now() - start;
  expect(found.includes(MATCH), `${who} finds ${MATCH}`);
}
process.stdout.write(String(elapsed));
// At once, whatever a searcher still holds.
process.exit();
