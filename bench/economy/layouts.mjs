// How an answer is written that names the first of many paths: as many as fit a budget of tokens.

/** The best of every guess, then the second best of every guess, and so on: each path once. */
export function takeTurns(ranked) {
  const all = new Set();
  for (let rank = 0; ranked.some((paths) => rank < paths.length); rank += 1) {
    for (const paths of ranked) {
      if (rank < paths.length) {
        all.add(paths[rank]);
      }
    }
  }
  return [...all];
}

/** A path a line, as `find` and `grep` print them. */
function writeLines(paths) {
  return paths.join("\n");
}

/** As `find_files` writes: a directory's path once, its files on one line below it, directories that hold only one on one line with it. */
function writeGrouped(paths) {
  const root = { files: [], directories: new Map() };
  for (const path of paths) {
    const parts = path.split("/");
    const name = parts.pop();
    let directory = root;
    for (const part of parts) {
      if (!directory.directories.has(part)) {
        directory.directories.set(part, { files: [], directories: new Map() });
      }
      directory = directory.directories.get(part);
    }
    directory.files.push(name);
  }
  return writeDirectory(root, "").join("\n");
}

function writeDirectory({ files, directories }, indent) {
  const lines = files.length === 0 ? [] : [indent + files.join(" ")];
  for (let [name, directory] of directories) {
    while (directory.files.length === 0 && directory.directories.size === 1) {
      const [[next, below]] = directory.directories;
      [name, directory] = [`${name}/${next}`, below];
    }
    lines.push(`${indent}${name}/`, ...writeDirectory(directory, `${indent}  `));
  }
  return lines;
}

/** How many of the paths, in their order, a layout names within a budget. */
export function countFitting(paths, write, countTokens, budget) {
  let [fits, fails] = [0, paths.length + 1];
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1;
    [fits, fails] = countTokens(write(paths.slice(0, middle))) <= budget ? [middle, fails] : [fits, middle];
  }
  return fits;
}

export const LAYOUTS = { "a path a line": writeLines, "grouped as ours": writeGrouped };
