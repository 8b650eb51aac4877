// Reads all entries of a directory.
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import type { Entry } from "../../../src/core/entry.ts";
import type { FileSystem, ReadOptions } from "../../../src/core/file-system.ts";

export async function readAll(
  fileSystem: FileSystem,
  root: string,
  path = "",
  options: ReadOptions = {},
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of fileSystem.readDirectory(toByteString(root), toByteString(path) as ByteString, options)) {
    entries.push(...batch.entries);
  }
  return entries;
}
