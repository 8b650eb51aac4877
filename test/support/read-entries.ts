// Reads all entries of a directory.
import type { Entry } from "../../src/core/entry.ts";
import type { FileSystem, ReadDirectoryOptions } from "../../src/core/file-system.ts";

export async function readEntries(
  fileSystem: FileSystem,
  location: string,
  options: ReadDirectoryOptions = {},
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of (await fileSystem.readDirectory(location, options)).batches) {
    entries.push(...batch);
  }
  return entries;
}
