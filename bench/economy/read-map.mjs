// A map as an agent reads it: words of lines, and what each names. It knows nothing of our parser.

/** Words of a line: quoted or not, counts and marks. */
const WORDS =
  /"(?:[^"\\]|\\.)*"[/@?]?|\((?:\d[\d,]*\+?)\)|\[[^\]]*\]$|\[(?:permission denied|no longer exists|timed out|ignored|unreadable[^\]]*)\]|\S+/g;

export function readMap(text) {
  const { named, folds } = { named: new Map(), folds: [] };
  const above = [];
  const lines = text.split("\n").slice(1);
  for (const line of lines.filter((one) => !one.startsWith("[only "))) {
    above.length = (/^ */.exec(line)?.[0].length ?? 0) / 2;
    const dir = above.join("");
    const words = line.trim().match(WORDS) ?? [];
    const [first = ""] = words;
    if (words.length === 1 && first.endsWith("/")) {
      const parts = first.slice(0, -1).split("/");
      parts.forEach((_, index) => named.set(dir + parts.slice(0, index + 1).join("/"), "open"));
      above.push(first);
      continue;
    }
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] ?? "";
      const isMarked = /^\(|^\[.*\]$/.test(words[index + 1] ?? "");
      if (isMarked && word.includes("*")) {
        folds.push({ dir, glob: word });
      } else {
        named.set(dir + (isMarked ? word.replace(/\/$/, "") : word.replace(/[@?]$/, "")), isMarked ? "closed" : "file");
      }
      index += Number(isMarked);
    }
  }
  return { named, folds };
}
