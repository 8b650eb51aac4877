// The program of another user of the machine: reads whatever it may of other processes and of the temporary folder, over and over. When
// its input has ended, it does so three more times, and writes what it saw as JSON. The temporary folder is its only argument.
import fs from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";

const [folder] = process.argv.slice(1);
const words = new Set();
const contents = new Set();
let left = 3;

function attempt(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Everything that can be read of a file or a directory. */
function look(name) {
  for (const inside of attempt(() => fs.readdirSync(name)) ?? []) {
    look(path.join(name, inside));
  }
  contents.add(attempt(() => fs.readFileSync(name, "utf8")) ?? "");
}

process.stdin.resume();
while (left > 0) {
  left -= process.stdin.readableEnded ? 1 : 0;
  for (const id of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    for (const file of ["cmdline", "environ"]) {
      const text = attempt(() => fs.readFileSync(`/proc/${id}/${file}`, "utf8")) ?? "";
      text.split("\0").forEach((word) => words.add(word));
    }
  }
  for (const word of words) {
    if (word.startsWith(`file://${folder}/`)) {
      look(word.slice("file://".length));
    }
  }
  for (const name of fs.readdirSync(folder)) {
    // Nothing that is not made for this test.
    if (name.startsWith("dirleaf-")) {
      look(path.join(folder, name));
    }
  }
  await setImmediate();
}
process.stdout.write(JSON.stringify({ words: [...words], contents: [...contents] }));
