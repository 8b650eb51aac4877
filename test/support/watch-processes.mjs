// Another user of the machine: reads whatever of other processes and of the temporary folder it may, over and over, and at the
// end of its input writes as JSON what it saw. The temporary folder is its only argument.
import fs from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";

const [folder] = process.argv.slice(1);
const words = new Set();
const contents = new Set();
let rounds = 0;

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
while (!process.stdin.readableEnded) {
  for (const id of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    for (const file of ["cmdline", "environ"]) {
      const text = attempt(() => fs.readFileSync(`/proc/${id}/${file}`, "utf8")) ?? "";
      text.split("\0").forEach((word) => words.add(word));
    }
  }
  for (const word of words) {
    if (word.startsWith("file://")) {
      look(new URL(word).pathname);
    }
  }
  for (const name of fs.readdirSync(folder)) {
    // Nothing that is not made for this test.
    if (name.startsWith("dirleaf-")) {
      look(path.join(folder, name));
    }
  }
  rounds += 1;
  await setImmediate();
}
process.stdout.write(JSON.stringify({ rounds, words: [...words], contents: [...contents] }));
