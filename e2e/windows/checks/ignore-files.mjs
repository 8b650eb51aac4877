// Ignore files on Windows: line ends, directories found by other case, paths that git writes.
import { ANYWHERE, check, listDir, makeTree } from "./check.mjs";

const OMIT = { gitignore: "omit" };

export function ignoreFileChecks() {
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
  const marked = /\n\.git\/ \[ignored\]\n\.gitignore\na\.log \[ignored\]\na\.tmp \[ignored\]\nbuild\/ \[ignored\]\n/;
  const path = "c:/trees/IGNORED/sub";
  const above = `Absolute path: ${path}\n.gitignore\nbuild/\nc`;
  return [
    check("files with CRLF", () => listDir(root, {}, OMIT), `Absolute path: ${root}\n${top}`),
    check("are marked", () => listDir(root, {}, { depth: 1 }), marked),
    ...[ANYWHERE, [`${root}\\sub`]].map((roots) =>
      check(`files above, roots ${roots}`, () => listDir(path, { roots }, { ...OMIT, depth: 1 }), above),
    ),
    ...worktreeChecks(),
  ];
}

function worktreeChecks() {
  const gitdirs = [
    "C:/trees/worktree-0/main/.git/worktrees/w",
    "C:\\trees\\worktree-1\\main\\.git\\worktrees\\w",
    "../main/.git/worktrees/w",
  ];
  return gitdirs.map((gitdir, index) => {
    const root = makeTree(`worktree-${index}`, {
      "main/.git/HEAD": "ref: refs/heads/main\n",
      "main/.git/info/exclude": "*.log\n",
      "main/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
      "main/.git/worktrees/w/commondir": "../..\r\n",
      "w/.git": `gitdir: ${gitdir}\r\n`,
      "w/a.log": "",
      "w/b": "",
    });
    return check(`a worktree, gitdir ${gitdir}`, () => listDir(`${root}\\w`, {}, OMIT), `Absolute path: ${root}\\w\nb`);
  });
}
