// Whether a directory really holds a name, on disks that may find an entry by another spelling of it: other case, other
// Unicode normalisation, a short name of Windows. What filters judge must be the name that the directory gives.
import fs from "node:fs";

import { toByteString, toExactText, type ByteString } from "../../core/byte-string.ts";
import { readErrorCode } from "../../core/problem.ts";
import { readLocation, toLocation } from "./read-location.ts";

/**
 * Whether the directory at a path holds an entry of exactly this name, which the disk has found there. Whether the disk folds
 * names is tried out with other spellings: only where it finds one of them, too, is the directory read. (Inode numbers would
 * not tell whether it is the same entry: some FUSE file systems and overlays number them anew for every name.)
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

/** Other spellings, of which a disk that folds names would find at least one. */
export function otherSpellings(name: ByteString): ByteString[] {
  const text = toExactText(name);
  if (text === undefined) {
    return [];
  }
  const spellings = new Set([text.toLowerCase(), text.toUpperCase(), text.normalize("NFC"), text.normalize("NFD")]);
  // A short name of Windows may have no letters, and so no other spelling. The name itself has the directory read then.
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
