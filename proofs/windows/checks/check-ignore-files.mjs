// Ignore files on Windows: line ends, the user's own files, paths that git writes.
import { callTool, listDir } from "./call.mjs";
import { makeTree } from "./make-tree.mjs";

const OMIT = { gitignore: "omit" };

/** @param {import("./checks.mjs").Checks} checks */
export async function checkIgnoreFiles(checks) {
  const root = makeTree("ignored", {
    ".git/HEAD": "ref: refs/heads/main\r\n",
    ".git/config": "[core]\r\n\trepositoryformatversion = 0\r\n",
    ".git/info/exclude": "# local\r\n*.tmp\r\n",
    ".gitignore": "\ufeff*.log\r\n/build/\r\n!keep.log\r\n\r\n# comment\r\n",
    "a.log": "",
    "a.tmp": "",
    "build/x": "",
    "keep.log": "",
    "sub/.gitignore": "b\r\n",
    "sub/a.log": "",
    "sub/b": "",
    "sub/build/x": "",
    "sub/c": "",
  });
  const top = ".gitignore\nkeep.log\nsub/\n  .gitignore\n  build/\n  c";
  checks.equal("files with CRLF", await listDir(root, {}, OMIT), `Absolute path: ${root}\n${top}`);
  const marked =
    "Absolute path: C:\\trees\\ignored\n.git/ [ignored]\n.gitignore\na.log [ignored]\na.tmp [ignored]\nbuild/ [ignored]";
  checks.equal("are marked", (await listDir(root, {}, { depth: 1 })).startsWith(marked), true);
  for (const path of [`${root}\\sub`, "c:/trees/IGNORED/sub", `\\\\?\\${root}\\sub`]) {
    for (const roots of [undefined, [root], [`${root}\\sub`]]) {
      const title = `files above ${path}${roots === undefined ? "" : `, root ${roots[0]}`}`;
      const text = await listDir(path, { roots }, { ...OMIT, depth: 1 });
      checks.equal(title, text, `Absolute path: ${path}\n.gitignore\nbuild/\nc`);
    }
  }
  await checkCase(checks);
  await checkWorktree(checks);
  await checkUserFiles(checks);
}

/**
 * Git sets `core.ignoreCase` on Windows when it makes a repository.
 * @param {import("./checks.mjs").Checks} checks
 */
async function checkCase(checks) {
  for (const [setting, shown] of [
    ["true", ".gitignore\nsrc/\n  c"],
    ["false", ".gitignore\na.log\nbuild/\n  x\nsrc/\n  b.log\n  c"],
  ]) {
    const root = makeTree("case", {
      ".git/HEAD": "ref: refs/heads/main\r\n",
      ".git/config": `[core]\r\n\tignorecase = ${setting}\r\n`,
      ".gitignore": "Build/\r\n*.LOG\r\n",
      "a.log": "",
      "build/x": "",
      "src/b.log": "",
      "src/c": "",
    });
    const text = await listDir(root, {}, OMIT);
    checks.equal(`core.ignorecase = ${setting}`, text, `Absolute path: ${root}\n${shown}`);
  }
}

/** @param {import("./checks.mjs").Checks} checks */
async function checkWorktree(checks) {
  for (const [title, gitdir] of [
    ["with slashes", "C:/trees/worktree/main/.git/worktrees/w"],
    ["with backslashes", "C:\\trees\\worktree\\main\\.git\\worktrees\\w"],
    ["relative", "../main/.git/worktrees/w"],
  ]) {
    const root = makeTree("worktree", {
      "main/.git/HEAD": "ref: refs/heads/main\n",
      "main/.git/info/exclude": "*.log\n",
      "main/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
      "main/.git/worktrees/w/commondir": "../..\r\n",
      "w/.git": `gitdir: ${gitdir}\r\n`,
      "w/a.log": "",
      "w/b": "",
    });
    const text = await listDir(`${root}\\w`, {}, OMIT);
    checks.equal(`a worktree, gitdir ${title}`, text, `Absolute path: ${root}\\w\nb`);
  }
}

/**
 * The home directory is in `HOME`, or in `USERPROFILE`.
 * @param {import("./checks.mjs").Checks} checks
 */
async function checkUserFiles(checks) {
  const homes = makeTree("homes", {
    "home/.gitconfig": "[core]\r\n\texcludesFile = ~/ignored\r\n",
    "home/ignored": "home\r\n",
    "profile/.config/git/ignore": "profile\n",
  });
  const root = makeTree("of-user", ["home", "profile"]);
  const before = { ...process.env };
  const own = {
    HOME: `${homes}\\home`,
    USERPROFILE: `${homes}\\profile`,
  };
  for (const [set, hidden] of [
    [["HOME", "USERPROFILE"], "home"],
    [["USERPROFILE"], "profile"],
    [[], undefined],
  ]) {
    for (const name of Object.keys(own)) {
      delete process.env[name];
    }
    for (const name of set) {
      process.env[name] = own[name];
    }
    for (const roots of [undefined, [root]]) {
      const { files } = JSON.parse(await callTool("list_directory", { path: root, ...OMIT }, { roots }));
      const expected = ["home", "profile"].filter((name) => name !== hidden);
      const title = `the user's excludes by ${set.join(", ") || "nothing"}${roots === undefined ? "" : ", in a root"}`;
      checks.equal(title, files, expected);
    }
  }
  Object.assign(process.env, before);
}
