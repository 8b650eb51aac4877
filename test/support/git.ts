// Runs git itself, as the authority on what it ignores.
import { spawnSync } from "node:child_process";
import fs from "node:fs";

import { makeFolder } from "./make-tree.ts";

let template: string | undefined;

/** What is in each new repository besides git's own files. It is made once. */
function templateFolder(): string {
  if (template === undefined) {
    template = makeFolder();
    fs.mkdirSync(`${template}/info`);
    fs.writeFileSync(`${template}/info/exclude`, "# comments only\n");
  }
  return template;
}

/** Git's output, as bytes. Git does not see the configuration of the user who runs the tests; `variables` can set another. */
export function git(
  folder: string,
  args: readonly string[],
  { input = "", variables }: { input?: string; variables?: NodeJS.ProcessEnv } = {},
): string {
  const result = spawnSync("git", args, {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      GIT_CONFIG_NOSYSTEM: "1",
      // Otherwise each repository gets two dozen files of examples.
      GIT_TEMPLATE_DIR: templateFolder(),
      ...(variables ?? { HOME: folder, GIT_CONFIG_GLOBAL: "/dev/null" }),
    },
    input: Buffer.from(input, "latin1"),
    encoding: "latin1",
    maxBuffer: 2 ** 30,
  });
  // 1 is a valid answer: nothing is ignored.
  if (result.status !== 0 && result.status !== 1) {
    throw new Error(result.stderr);
  }
  return result.stdout;
}

/** Makes a first commit, which worktrees and submodules require. */
export function commit(folder: string): void {
  const author = ["-c", "user.name=x", "-c", "user.email=x@y.z"];
  git(folder, [...author, "commit", "--quiet", "--allow-empty", "-m", "first"]);
}

/** Which of these paths git ignores, and by which rule. Each character of a path is a byte. */
export function ignoredByGit(
  folder: string,
  paths: Iterable<string>,
  variables?: NodeJS.ProcessEnv,
): Map<string, string> {
  const input = [...paths].map((each) => `${each}\0`).join("");
  const asked = ["check-ignore", "--no-index", "-z", "--stdin", "-v", "-n"];
  const fields = git(folder, asked, variables === undefined ? { input } : { input, variables }).split("\0");
  const ignored = new Map<string, string>();
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source, line, pattern, full] = fields.slice(at, at + 4) as [string, string, string, string];
    if (pattern !== "" && !pattern.startsWith("!")) {
      ignored.set(full, `${source}:${line}: ${pattern}`);
    }
  }
  return ignored;
}
