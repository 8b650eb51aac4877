// Creates files with text, and repositories, in a temporary folder.
import fs from "node:fs";
import path from "node:path";

import { git } from "./git.ts";

/** Creates these files in a folder and returns it. Git creates `.git/`; `name@` is a link to its text. */
export function makeFiles(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [below, text] of Object.entries(files)) {
    const location = `${folder}/${below}`;
    fs.mkdirSync(path.dirname(location), { recursive: true });
    if (below.endsWith(".git/")) {
      git(folder, ["init", "--quiet", below.slice(0, -".git/".length) || "."]);
    } else if (below.endsWith("@")) {
      fs.symlinkSync(text, location.slice(0, -1));
    } else {
      fs.writeFileSync(location, text);
    }
  }
  return folder;
}
