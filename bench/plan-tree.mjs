// Plans a large tree that looks like source code: uneven, some levels deep, the same one every time for the same size.

const DIRECTORY_WORDS = "src src-old docs lib test packages assets build config examples node_modules".split(" ");
const FILE_WORDS = ["README.md", "index.ts", "package.json", ".gitignore", "types.d.ts"];
const EXTENSIONS = ["ts", "test.ts", "json", "md", "css"];

/** A directory below this level contains only files. */
const DEEPEST = 7;

/** The directories of a tree with exactly this many entries, including directories but not the root; parents first. */
export function planTree(entries) {
  return planDirectory("", entries, 1, randomNumbers(entries));
}

function* planDirectory(path, entries, level, random) {
  const isLeaf = level >= DEEPEST || entries <= 30 + 170 * random() ** 2;
  if (isLeaf) {
    yield { path, files: nameFiles(entries, random) };
    return;
  }
  const directories = level === 1 ? 14 : Math.ceil(Math.min(4 + 12 * random(), entries / 50));
  const files = Math.min(level === 1 ? 9 : 5 + Math.floor(80 * random() ** 2), entries - directories);
  const fileNames = nameFiles(files, random);
  const names = nameDirectories(directories, random);
  if (level === 1) {
    // At the top there is something to ignore, and a rule for it.
    names[Math.max(names.indexOf("node_modules"), 0)] = "node_modules";
    fileNames[Math.max(fileNames.indexOf(".gitignore"), 0)] = ".gitignore";
  }
  yield { path, files: fileNames };

  const shares = shareOut(entries - directories - files, directories, random);
  for (const [index, name] of names.entries()) {
    yield* planDirectory(path === "" ? name : `${path}/${name}`, shares[index] ?? 0, level + 1, random);
  }
}

/** Splits a number into uneven parts. */
function shareOut(total, parts, random) {
  const weights = Array.from({ length: parts }, () => 0.3 + random() ** 2);
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  let left = total;
  return weights.map((weight, index) => {
    const share = index === parts - 1 ? left : Math.min(left, Math.round((left * weight) / weightLeft));
    weightLeft -= weight;
    left -= share;
    return share;
  });
}

function nameDirectories(count, random) {
  const words = DIRECTORY_WORDS.filter(() => random() < 0.4).slice(0, count);
  const first = Math.floor(random() * 1000);
  return [...words, ...Array.from({ length: count - words.length }, (_, index) => `module-${pad(first + index, 4)}`)];
}

function nameFiles(count, random) {
  const words = FILE_WORDS.filter(() => random() < 0.3).slice(0, count);
  const numbered = Array.from({ length: count - words.length }, (_, index) => {
    const extension = EXTENSIONS[Math.floor(random() ** 2 * EXTENSIONS.length)];
    return `file-${pad(index + 1, 4)}.${extension}`;
  });
  return [...words, ...numbered];
}

/** A number of so many digits: in byte order, such numbers are in theirs. */
export function pad(number, digits) {
  return String(number).padStart(digits, "0");
}

/** Numbers from 0 to 1 that look random and are the same in every run (the generator "mulberry32"). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
