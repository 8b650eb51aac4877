// Waits until another process has a directory open.
import fs from "node:fs";

/** Waits until a process has this directory open, or `isOver` says that there is nothing to wait for. */
export async function heldOpen(pid: number | undefined, directory: string, isOver: () => boolean): Promise<void> {
  const descriptors = `/proc/${pid}/fd`;
  const isOpen = () =>
    fs.readdirSync(descriptors).some((descriptor) => {
      try {
        return fs.readlinkSync(`${descriptors}/${descriptor}`) === directory;
      } catch {
        return false;
      }
    });
  while (!isOver() && !isOpen()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
