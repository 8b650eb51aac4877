// A process that swaps directories for links as fast as it can, until the test ends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

const SWAPPER = `
const fs = require("node:fs");
const [, folder, ...directories] = process.argv;
process.chdir(folder);
process.on("disconnect", () => process.exit());
function swap(directory) {
  fs.renameSync(directory, directory + ".real");
  fs.renameSync(directory + ".link", directory);
  fs.renameSync(directory, directory + ".link");
  fs.renameSync(directory + ".real", directory);
}
function turn() {
  for (let count = 0; count < 200; count += 1) directories.forEach(swap);
  setImmediate(turn);
}
turn();
process.send("started");
`;

/** Swaps each of the directories of a folder for the link of that name with `.link` at its end, and back, again and again. */
export async function keepSwapping(folder: string, directories: readonly string[]): Promise<void> {
  const swapper = spawn(process.execPath, ["-e", SWAPPER, folder, ...directories], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // The folder is removed after this, and must not change while it is.
  onTestFinished(async () => {
    const ended = once(swapper, "exit");
    swapper.kill("SIGKILL");
    await ended;
  });
  await once(swapper, "message");
}
