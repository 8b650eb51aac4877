// A page of `list_dir` as an agent reads it: the entries of its lines, with names as they are shown, and how it goes on.

const LINE = /^( *)("(?:[^"\\]|\\.)*"[/@?]?|.*?)(?: \[[^[\]]*\])*$/;
const MORE = /^More than (\d+) entries found(?:; continue with offset (\d+))?/;
const KINDS = new Map([
  ["/", "directory"],
  ["@", "symlink"],
  ["?", "other"],
]);

/** @param {string} text */
export function readPage(text) {
  const [, ...lines] = text.split("\n");
  const [more, moreThan, nextOffset] = MORE.exec(lines.at(-1) ?? "") ?? [];
  const above = [];
  const entries = [];
  for (const line of more === undefined ? lines : lines.slice(0, -1)) {
    const [, indent = "", shown = ""] = LINE.exec(line) ?? [];
    if (/^\[.*\]$|^…$/.test(line.trim())) {
      continue;
    }
    above.length = indent.length / 2;
    // Directories of which each holds only the next are on one line.
    const path = above.join("") + shown;
    for (
      let slash = shown.indexOf("/");
      slash !== -1 && slash < shown.length - 1;
      slash = shown.indexOf("/", slash + 1)
    ) {
      entries.push({ path: above.join("") + shown.slice(0, slash), kind: "directory" });
    }
    const kind = KINDS.get(path.at(-1)) ?? "file";
    entries.push({ path: kind === "file" ? path : path.slice(0, -1), kind });
    above.push(shown);
  }
  return {
    entries,
    ...(moreThan !== undefined && { moreThan: Number(moreThan) }),
    ...(nextOffset !== undefined && { nextOffset: Number(nextOffset) }),
  };
}
