// The disk as the package ships it: with the program that reads network mounts in another process beside it.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

import { bundleMountReader } from "../../scripts/bundle.mjs";
import type { localDisk } from "../../src/disk/local-disk.ts";
import { makeFolder } from "./make-tree.ts";

/** Builds it into a folder. Without `hasReader` it is alone, as in a bundle that somebody made of our code. */
export async function buildDisk(hasReader: boolean = true): Promise<{ file: string; localDisk: typeof localDisk }> {
  const folder = makeFolder();
  if (hasReader) {
    await bundleMountReader(folder);
  }
  const input = path.join(import.meta.dirname, "../../src/disk/local-disk.ts");
  const build = await rolldown({ input, platform: "node" });
  await build.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" });
  const file = path.join(folder, "local-disk.mjs");
  return { file, ...((await import(pathToFileURL(file).href)) as { localDisk: typeof localDisk }) };
}
