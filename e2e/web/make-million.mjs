// Makes a directory of very many files, as links to a few empty ones, which takes a fraction of the time of new files.
import fs from "node:fs";
import path from "node:path";

/** File systems allow at least 65,000. */
const MOST_LINKS = 50_000;

const [folder, count] = [process.argv[2], Number(process.argv[3])];
const origins = path.join(folder, "origins");
const directory = path.join(folder, "million");
fs.mkdirSync(origins);
fs.mkdirSync(directory);
let origin = "";
for (let number = 0; number < count; number += 1) {
  if (number % MOST_LINKS === 0) {
    origin = path.join(origins, String(number));
    fs.writeFileSync(origin, "");
  }
  fs.linkSync(origin, path.join(directory, `file-${String(number).padStart(7, "0")}.txt`));
}
