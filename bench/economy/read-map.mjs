// A map, or an answer of `find_files`, as an agent reads it: the words of its lines, and what each names.

/** Words of a line: quoted or not, counts and marks. */
const WORDS =
  /"(?:[^"\\]|\\.)*"[/@?]?|\(\d[\d,]*\+?(?:, \d[\d,]*\+? below)?\)|\[[^\]]*\]$|\[(?:permission denied|no longer exists|timed out|ignored|unreadable[^\]]*)\]|\S+/g;

/** Lines that are about the answer and not about the tree. */
const NOTE =
  /^\[(?:only |timed out after|stopped after|\d[\d,]*\+? more|nothing matches|only in part|spelled otherwise|not readable|no entry matches|ignored directories|empty\])/;

/**
 * What is named, by relative path: `file`, `open` or `closed`. `closed` has the counts of closed directories, `folds` the folds with
 * theirs; a count is infinite if there is none.
 */
export function readMap(text) {
  const [named, closed, folds] = [new Map(), new Map(), []];
  const above = [];
  const [, ...lines] = text.split("\n");
  for (const line of lines.filter((one) => !NOTE.test(one))) {
    above.length = /^ */.exec(line)[0].length / 2;
    const dir = above.join("");
    const words = line.trim().match(WORDS) ?? [];
    const [first = ""] = words;
    if (first.endsWith("/") && words.length === 1) {
      const parts = first.slice(0, -1).split("/");
      parts.forEach((_, index) => named.set(dir + parts.slice(0, index + 1).join("/"), "open"));
      above.push(first);
      continue;
    }
    for (let index = 0; index < words.length; index += 1) {
      const [word, next = ""] = [words[index], words[index + 1]];
      if (!/^\(|^\[.*\]$/.test(next)) {
        named.set(dir + word.replace(/[@?]$/, ""), "file");
        continue;
      }
      const count = Number(/^\(([\d,]+)/.exec(next)?.[1].replaceAll(",", "") ?? Infinity);
      if (/[*?]/.test(word)) {
        folds.push({ dir, glob: word, count });
      } else {
        const name = dir + word.replace(/\/$/, "");
        named.set(name, "closed");
        closed.set(name, count);
      }
      index += 1;
    }
  }
  return { named, closed, folds };
}

/** Whether a fold stands for a name. */
export function isInFold(glob, name) {
  const source = glob.replace(/\/$/, "").replaceAll(/\\(.)|\*|\?|\[[^\]]*\]|[.+^${}()|]/g, (found, escaped) => {
    if (escaped !== undefined) {
      return `\\${escaped}`;
    }
    return found === "*" ? ".*" : found === "?" ? "." : found.startsWith("[") ? found : `\\${found}`;
  });
  return new RegExp(`^${source}$`).test(name);
}
