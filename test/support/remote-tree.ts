// Mounts that a test can put to sleep. Only the built disk (`built-disk.ts`) or the built command survives that: from the sources, the disk
// finds no program for another process and reads them directly.
import { mountBindfs, type BindfsMount } from "./bindfs-mount.ts";
import { leaveOut, type Skip } from "./needs.ts";

/** Mounts a folder elsewhere, at `point` if that is given. Leaves the test out if mounting is impossible. */
export async function mountFolder(skip: Skip, source: string, point?: string): Promise<BindfsMount> {
  return (await mountBindfs(source, point)) ?? leaveOut(skip, "bindfs");
}
