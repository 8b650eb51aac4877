// A cursor gets past no filter, and past no deny rule however it spells a name; and no entry is repeated or lost.
import { listDir } from "./call.mjs";
import { makeTree } from "./make-tree.mjs";
import { shortNameOf } from "./short-name.mjs";

/** What is in the directories that filters hide. */
const HIDDEN = /^ *(?:hidden|HEAD|config)$/m;

/** @param {import("./checks.mjs").Checks} checks */
export async function checkCursors(checks) {
  const root = makeTree("cursors", {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": "",
    ".gitignore": "/Build/\r\n/A long*\r\n",
    "A long directory name/hidden": "",
    "Build/hidden": "",
    "Secret/key": "",
    "open/x": "",
  });
  const short = shortNameOf(`${root}\\A long directory name`);
  const filters = [
    ["deny", { deny: ["**/Secret", "**/A long*", "**/Build", "**/.git"] }, { gitignore: "off" }],
    ["exclude", {}, { exclude: ["Secret", "A long*", "Build", ".git"], gitignore: "off" }],
    ["gitignore", {}, {}],
    ["gitignore: omit", {}, { gitignore: "omit" }],
  ];
  for (const [title, options, others] of filters) {
    const isGit = String(title).startsWith("gitignore");
    const names = ["Secret", "Build", "A long directory name", ".git"].filter((name) => !isGit || name !== "Secret");
    const spellings = ["SECRET", "BUILD", "A LONG DIRECTORY NAME", short, short.toLowerCase(), ".GIT"];
    for (const name of [...names, ...(title === "deny" ? spellings : [])]) {
      for (const after of [`${name}/`, name, `${name}/a`, `${root}\\${name}\\`, `${name}\\`]) {
        const text = await listDir(root, options, { ...others, after });
        // Whatever the name, the last entries are still to come.
        const isRight = !HIDDEN.test(text) && (isGit || !/^ *key$/m.test(text)) && /^open\/$/m.test(text);
        checks.equal(`${title}: after ${after}`, isRight ? "nothing hidden is shown" : text, "nothing hidden is shown");
      }
    }
  }
  await checkOrder(checks);
}

/** @param {import("./checks.mjs").Checks} checks */
async function checkOrder(checks) {
  const root = makeTree("order", ["B/x", "B/y", "a/x", "c", "d e f g h i j k/x"]);
  const all = ["B/", "B/x", "B/y", "a/", "a/x", "c", "d e f g h i j k/", "d e f g h i j k/x"];
  const seen = [];
  for (let after = ""; seen.length <= all.length; after = seen.at(-1) ?? "") {
    const text = await listDir(root, {}, { after, order: "tree", limit: 1 });
    const next = /continue with after: (.*)$/.exec(text)?.[1];
    if (next === undefined) {
      seen.push(all.at(-1));
      break;
    }
    seen.push(next);
  }
  checks.equal("pages in order tree hold every entry once", seen, all);
}
