// Takes away what tests have made, directories that nobody may read among it.
import fs from "node:fs";

/** Removes a folder with all that is in it, if it is there. */
export function removeFolder(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") {
      throw error;
    }
    // Modes bind whoever is not root, also who has set them.
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
