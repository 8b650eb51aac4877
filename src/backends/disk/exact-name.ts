// Checks that a directory really contains a name, on disks that may find an entry by another spelling: other case, other
// Unicode normalisation, a Windows short name. Filters must judge the name that the directory itself lists.
import fs from "node:fs";

import { toByteString, toExactText, type ByteString } from "../../core/byte-string.ts";
import { readErrorCode } from "../../core/problem.ts";
import { readLocation, toLocation } from "./read-location.ts";

/**
 * Whether the directory at a path contains an entry of exactly this name; the disk has already found one. It tries other
 * spellings to see whether the disk folds names, and reads the directory only if the disk finds one of those, too. (Inode
 * numbers would not show whether it is the same entry: some FUSE file systems and overlays number them anew for every name.)
 */
export async function holdsExactly(
  directory: ByteString,
  name: ByteString,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!otherSpellings(name).some((spelling) => isThere(directory, spelling))) {
    return true;
  }
  for await (const { entries } of readLocation(directory, undefined, signal)) {
    if (entries.some((entry) => entry.name === name)) {
      return true;
    }
  }
  return false;
}

/** Other spellings of a name. A disk that folds names would find at least one of them. */
export function otherSpellings(name: ByteString): ByteString[] {
  const text = toExactText(name);
  if (text === undefined) {
    return [];
  }
  const spellings = new Set([text.toLowerCase(), text.toUpperCase(), text.normalize("NFC"), text.normalize("NFD")]);
  // A Windows short name may have no letters, and so no other spelling. Keeping the name itself gets the directory read.
  if (spellings.size > 1 || !/~\d/.test(text)) {
    spellings.delete(text);
  }
  return [...spellings].map(toByteString);
}

function isThere(directory: ByteString, name: ByteString): boolean {
  try {
    const location = toLocation(`${directory}/${name}` as ByteString);
    return fs.lstatSync(location, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A spelling may be too long for the disk, which then has no such entry.
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return false;
  }
}
