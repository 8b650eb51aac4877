// How a directory itself spells a name. Some disks find an entry by other spellings, too: other case, other Unicode normalisation,
// a Windows short name, dots at the end. Rules and filters must judge the name that the directory lists, or a caller could get past
// them by spelling.
import fs from "node:fs";

import { splitNames } from "../../core/absolute-path.ts";
import { toByteString, toExactText, type ByteString } from "../../core/byte-string.ts";
import type { Batch } from "../../core/file-system.ts";
import { dropIgnorable, foldName, isOddName } from "../../core/names/fold-name.ts";
import { readErrorCode } from "../../core/problem.ts";
import { isFoldingPlatform, mayFindOddNames } from "./folding-disks.ts";
import { kindOf, readLocation, toLocation } from "./read-location.ts";

/**
 * How the directory at a path lists the entry that the disk has found there by `name`. Undefined if it lists none that could be it:
 * a short name is not in any list. Where other spellings of the name are not found, the directory need not be read. (Inode numbers would
 * not show whether two names are the same entry: some FUSE file systems and overlays number them anew for every name.)
 */
export async function listedName(
  directory: ByteString,
  name: ByteString,
  signal: AbortSignal | undefined,
): Promise<ByteString | undefined> {
  const isFoldable =
    isFoldingPlatform() ||
    otherSpellings(name).some((spelling) =>
      spelling === name ? mayFindOddNames(directory) : isThere(directory, spelling),
    );
  return isFoldable ? findListed(readLocation(directory, undefined, signal), name) : name;
}

/**
 * The same on the way along a path. The name itself if nothing is found by it, as the next step will tell, or if the directory may not
 * be read. Fails as if there were nothing if the directory does not list what was found.
 */
export async function listedForStep(
  directory: ByteString,
  name: ByteString,
  signal: AbortSignal | undefined,
): Promise<ByteString> {
  const kind = kindOf(`${directory}/${name}` as ByteString);
  if (kind === "missing") {
    return name;
  }
  const known = isFoldingPlatform() && kind === "directory" ? realName(directory, name) : undefined;
  if (known !== undefined) {
    return known;
  }
  try {
    return (await listedName(directory, name, signal)) ?? refuseUnlisted(name);
  } catch (error) {
    if (readErrorCode(error) !== "EACCES") {
      throw error;
    }
    return name;
  }
}

/** The name of a directory as macOS and Windows give it with its real path: for a short name, too, and without reading anything. */
function realName(directory: ByteString, name: ByteString): ByteString | undefined {
  try {
    const location = toLocation(`${directory}/${name}` as ByteString);
    const real = toByteString(fs.realpathSync.native(location, "buffer"));
    return real.slice(Math.max(real.lastIndexOf("/"), real.lastIndexOf("\\")) + 1) as ByteString;
  } catch (error) {
    // Some paths are too long for that.
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

/**
 * A path without links, with the names that its directories list from one of them on. `listed` says how a directory lists a name. What
 * it can't say stays as it is.
 */
export async function toListedPath(
  path: ByteString,
  from: ByteString,
  listed: (directory: ByteString, name: ByteString) => Promise<ByteString>,
): Promise<ByteString> {
  let directory: ByteString = from;
  for (const name of splitNames(path.slice(from.length) as ByteString)) {
    const own = await listed(directory, name).catch(failsToTell(name));
    directory = (directory === "/" ? `/${own}` : `${directory}/${own}`) as ByteString;
  }
  return directory;
}

/** For `catch`: only a defect ends here. */
function failsToTell(name: ByteString): (error: unknown) => ByteString {
  return (error) => {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return name;
  };
}

export function refuseUnlisted(name: ByteString): never {
  throw Object.assign(new Error(`ENOENT: no entry is listed as ${JSON.stringify(name)}`), { code: "ENOENT" });
}

/** The same as `listedName`, given what the directory lists. */
export async function findListed(batches: AsyncIterable<Batch>, name: ByteString): Promise<ByteString | undefined> {
  const folded = foldName(name);
  let alike = new Set<ByteString>();
  for await (const { entries, startsOver } of batches) {
    alike = startsOver === true ? new Set() : alike;
    for (const entry of entries) {
      if (entry.name === name) {
        return name;
      }
      if (foldName(entry.name) === folded) {
        alike.add(entry.name);
      }
    }
  }
  // We fold more than any disk does. If it tells several apart that we don't, we can't say which one it has found.
  return alike.size === 1 ? [...alike][0] : undefined;
}

/**
 * Other spellings of a name. A disk that folds names would find at least one of them. The name itself is among them if a disk might
 * find something by it that has quite another name.
 */
export function otherSpellings(name: ByteString): ByteString[] {
  const text = toExactText(name);
  if (text === undefined) {
    return [];
  }
  const spellings = new Set([swapCase(text, /[A-Za-z]/g)]);
  if (text !== name) {
    const forms = [text.normalize("NFC"), text.normalize("NFD"), text.normalize("NFKC"), dropIgnorable(text)];
    [swapCase(text, /\p{L}/gu), ...forms].forEach((form) => spellings.add(form));
  }
  spellings.delete(text);
  return [...spellings, ...(isOddName(text) ? [text] : [])].map(toByteString);
}

/** Only letters that stay one letter: no disk takes `SS` for `ß`. */
function swapCase(text: string, letters: RegExp): string {
  return text.replaceAll(letters, (letter) => {
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return other.length === letter.length ? other : letter;
  });
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
