// Another process that changes directories at racing delays, until its standard input ends. Each directory has one file `v<n>`, from `v00000000` on; a
// change replaces it by `v<n+1>` in one of several ways. When a change is complete, its number is written to a file of numbers, so
// whoever reads that file knows what a later look at the directory must show.
import fs from "node:fs";
import path from "node:path";

const [numbers, longestMs, ...directories] = process.argv.slice(2);
const descriptor = fs.openSync(numbers, "r+");
const versions = directories.map(() => 0);
const over = new AbortController();
process.stdin.resume().on("end", () => over.abort());

/** Always of the same length, so that the size of the directory stays the same. */
function versionName(version) {
  return `v${String(version).padStart(8, "0")}`;
}

const WAYS = [
  (from, to) => fs.renameSync(from, to),
  (from, to) => {
    fs.writeFileSync(to, "");
    fs.unlinkSync(from);
  },
  (from, to) => {
    fs.linkSync(from, to);
    fs.unlinkSync(from);
  },
  (from, to) => {
    fs.unlinkSync(from);
    fs.writeFileSync(to, "");
  },
];

function change(index) {
  const version = versions[index];
  const [from, to] = [version, version + 1].map((number) => path.join(directories[index], versionName(number)));
  WAYS[Math.floor(Math.random() * WAYS.length)](from, to);
  versions[index] = version + 1;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(version + 1);
  fs.writeSync(descriptor, bytes, 0, 4, 4 * index);
}

while (!over.signal.aborted) {
  const index = Math.floor(Math.random() * directories.length);
  // Often several changes within one tick of the kernel's clock, or shortly after the next.
  for (let left = 1 + Math.floor(Math.random() * 3); left > 0; left -= 1) {
    change(index);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
  }
  await new Promise((resolve) => setTimeout(resolve, Math.random() * Number(longestMs)));
}
