// The memory that a call on a directory of a million files takes, beside the same call on a directory of ten. Each call is made in a
// process of its own.
import { inFreshProcess } from "./harness.mjs";
import { flatName } from "./trees.mjs";
import { amount, writeCount, writeMemory } from "./rows.mjs";

export async function flatDirectory({ trees }) {
  const middle = trees.entries / 2;
  const calls = {
    "list_dir, first page": ["list_dir", {}, flatName(0)],
    "list_dir, `after` the middle": ["list_dir", { after: flatName(middle) }, flatName(middle + 1)],
    map_dir: ["map_dir", {}, "file-"],
    "find_files, all match": ["find_files", { words: "file" }, "file-"],
  };
  const rows = [];
  for (const [name, [tool, more, shows]] of Object.entries(calls)) {
    const probe = (directory) =>
      inFreshProcess("./ask.mjs", "probePeak", {
        tool,
        call: { dir_path: directory, ...more },
        // Nothing in the small directory comes after the middle of the large one.
        shows: directory === trees.flat ? shows : "",
      });
    let worst = 0;
    for (let count = 0; count < 3; count += 1) {
      worst = Math.max(worst, (await probe(trees.flat)) - (await probe(trees.ten)));
    }
    const work = `${name}, ${writeCount(trees.entries)} files: more memory than for ten`;
    rows.push(amount(work, worst, writeMemory, "<=", 250 * 2 ** 20));
  }
  return rows;
}
