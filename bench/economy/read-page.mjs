// A page of `list_dir` as an agent reads it: the entries of its lines, with names as they are shown, and how it goes on.

const LINE = /^( *)("(?:[^"\\]|\\.)*"[/@?]?|.*?)(?: \[[^[\]]*\])*$/;
const MORE = /^More than (\d+) entries found(?:; continue with (?:offset (\d+)|after: (.*)))?$/;
const KINDS = new Map([
  ["/", "directory"],
  ["@", "symlink"],
  ["?", "other"],
]);

/** @param {string} text */
export function readPage(text) {
  const [, ...lines] = text.split("\n");
  const [more, , offset, after] = MORE.exec(lines.at(-1) ?? "") ?? [];
  const above = [];
  const entries = [];
  for (const line of more === undefined ? lines : lines.slice(0, -1)) {
    const [, indent = "", shown = ""] = LINE.exec(line) ?? [];
    if (/^\[.*\]$|^…$/.test(line.trim())) {
      continue;
    }
    above.length = indent.length / 2;
    // Directories of which each holds only the next are on one line.
    const parts = shown.split(/(?<=\/)/);
    parts.forEach((part, index) => {
      const path = above.join("") + parts.slice(0, index + 1).join("");
      const kind = KINDS.get(part.at(-1)) ?? "file";
      entries.push({ path: kind === "file" ? path : path.slice(0, -1), kind });
    });
    above.push(shown);
  }
  // How the next page is asked for, if there is one.
  const next = after !== undefined ? { after } : offset !== undefined ? { offset: Number(offset) } : undefined;
  return { entries, next };
}
