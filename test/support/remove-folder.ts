// Removes what tests have created, including unreadable directories.
import fs from "node:fs";

/** Removes a folder and everything in it, if it exists. */
export function removeFolder(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    // A program that a test has started may have written its last file meanwhile. Node's own retries do not look for new files.
    if ((error as NodeJS.ErrnoException).code === "ENOTEMPTY") {
      fs.rmSync(folder, { recursive: true, force: true });
      return;
    }
    if ((error as NodeJS.ErrnoException).code !== "EACCES") {
      throw error;
    }
    // Modes restrict every user except root, even the one who set them.
    open(Buffer.from(folder));
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function open(directory: Buffer): void {
  fs.chmodSync(directory, 0o700);
  for (const entry of fs.readdirSync(directory, { encoding: "buffer", withFileTypes: true })) {
    if (entry.isDirectory()) {
      open(Buffer.concat([directory, Buffer.from("/"), entry.name]));
    }
  }
}
