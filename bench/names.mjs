// Names that are not Latin cost no more than names that are: the second page, a map and a search of one directory, beside the same with ASCII.
import { localDisk } from "../dist/index.js";
import { ask } from "./ask.mjs";
import { expect, interleave } from "./harness.mjs";
import { makeNamesTree } from "./trees.mjs";
import { shown, slower, writeCount, writeTime } from "./rows.mjs";

const FILES = 30_000;

/** What each name begins with. A sort by UTF-16 units would put the emoji elsewhere. */
const SCRIPTS = {
  ASCII: "report-of-",
  emoji: "\u{1f600}\u{1f4c4}\u{1f680}",
  "full-width": "ｒｅｐｏｒｔ",
  Japanese: "報告書のまとめ",
};

/** Ours may take so many times as long as with ASCII. */
const MOST = 3;

const CALLS = {
  "list_dir, second page": ["list_dir", () => ({ offset: 26 })],
  map_dir: ["map_dir", () => ({})],
  find_files: ["find_files", (prefix) => ({ words: [`${prefix}12345`, "67"] })],
};

export async function scripts({ treeRounds }) {
  const rows = [];
  for (const [name, [tool, toArguments]] of Object.entries(CALLS)) {
    const contestants = {};
    for (const [script, prefix] of Object.entries(SCRIPTS)) {
      const call = { dir_path: makeNamesTree(script, prefix, FILES), gitignore: "off", ...toArguments(prefix) };
      // A new disk remembers nothing.
      contestants[script] = () => ask(tool, call, { fileSystem: localDisk() });
      expect((await contestants[script]()).includes(prefix), `${name} shows names in ${script}`);
    }
    const { ASCII: plain, ...others } = await interleave(contestants, 2 * treeRounds);
    const work = `${name} of ${writeCount(FILES)} names`;
    rows.push(shown(`${work} in ASCII`, writeTime(plain)));
    rows.push(
      ...Object.entries(others).map(([script, time]) => slower(`${work} in ${script}`, time, "ASCII", plain, MOST)),
    );
  }
  return rows;
}
