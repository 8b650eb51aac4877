// Creates files with text, and repositories, in a temporary folder.
import fs from "node:fs";
import path from "node:path";

import { git } from "./git.ts";

/** Creates these files in a folder and returns it. Git creates `.git/`; `name/` is a directory, `name@` a link to its text. */
export function makeFiles(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    const location = `${folder}/${name.replace(/[/@]$/, "")}`;
    fs.mkdirSync(path.dirname(location), { recursive: true });
    if (name.endsWith(".git/")) {
      git(folder, ["init", "--quiet", name.slice(0, -".git/".length) || "."]);
    } else if (name.endsWith("/")) {
      fs.mkdirSync(location, { recursive: true });
    } else if (name.endsWith("@")) {
      fs.symlinkSync(text, location);
    } else {
      fs.writeFileSync(location, text);
    }
  }
  return folder;
}
