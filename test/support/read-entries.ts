// Reads all entries of a directory.
import type { Entry, Location } from "../../src/core/entry.ts";
import type { FileSystem, ReadDirectoryOptions } from "../../src/core/file-system.ts";

export async function readEntries(
  fileSystem: FileSystem,
  location: Location,
  options: ReadDirectoryOptions = {},
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of (await fileSystem.readDirectory(location, options)).batches) {
    entries.push(...batch);
  }
  return entries;
}

/** The same without the details that some file systems have at hand. */
export async function readPlainEntries(...read: Parameters<typeof readEntries>): Promise<Entry[]> {
  return (await readEntries(...read)).map(({ details: _details, ...entry }) => entry);
}
