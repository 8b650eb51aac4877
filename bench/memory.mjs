// The memory that a call on a directory of a million files takes, beside the same call on a directory of ten. Each call is made in a
// process of its own.
import { amount, inFreshProcess, writeCount, writeMemory } from "./harness.mjs";
import { flatName } from "./trees.mjs";

export async function flatDirectory({ trees }) {
  const calls = {
    "list_dir, first page": ["list_dir", {}],
    "list_dir, `after` the middle": ["list_dir", { after: flatName(trees.entries / 2) }],
    map_dir: ["map_dir", {}],
    "find_files, all match": ["find_files", { words: "file" }],
  };
  const rows = [];
  for (const [name, [tool, more]] of Object.entries(calls)) {
    const probe = (directory) =>
      inFreshProcess("./ask.mjs", "probePeak", { tool, call: { dir_path: directory, ...more } });
    let worst = 0;
    for (let count = 0; count < 3; count += 1) {
      worst = Math.max(worst, (await probe(trees.flat)) - (await probe(trees.ten)));
    }
    const work = `${name}, ${writeCount(trees.entries)} files: more memory than for ten`;
    rows.push(amount(work, worst, writeMemory, "<=", 250 * 2 ** 20));
  }
  return rows;
}
