// How a directory itself spells a name. Some disks find an entry by other spellings, too: other case, other Unicode normalisation,
// a Windows short name, dots at the end. Rules and filters must judge the name that the directory lists, or a caller could get past
// them by spelling.
import { splitNames, toByteString, toExactText, type ByteString } from "../../core/byte-string.ts";
import { isEntryName } from "../../core/entry.ts";
import type { Batch, WaitOptions } from "../../core/file-system.ts";
import { dropIgnorable, foldName, isOddName } from "../../core/names/fold-name.ts";
import { readErrorCode } from "../../core/problem.ts";
import { isCaseInsensitivePlatform, type DiskDirectory, type Look } from "./disk-directory.ts";
import { pathIn, rethrowDefect } from "./disk-path.ts";

/** What a directory finds by a name. */
interface FoundEntry {
  readonly look: Look;
  /** How the directory lists it: the name itself if nothing was found. */
  readonly listedAs: ByteString;
}

/** Whether the directory has a directory that it lists by exactly this name. */
export async function isListedDirectory(
  directory: DiskDirectory,
  name: ByteString,
  wait: WaitOptions,
): Promise<boolean> {
  if (!isEntryName(name)) {
    return false;
  }
  const { look, otherwise } = await lookBySpellings(directory, name, wait);
  const isDirectory = "kind" in look && look.kind === "directory";
  return isDirectory && (!otherwise || (await findListed(directory.entries(wait), name)) === name);
}

/**
 * What is found by a name on the way along a path. If the directory may not be read, its names are taken as they are asked for. Fails as
 * if there were nothing if the directory does not list what was found. With `asGiven`, the name is not compared with the list.
 */
export async function findStep(
  directory: DiskDirectory,
  name: ByteString,
  wait: WaitOptions,
  asGiven = false,
): Promise<FoundEntry> {
  const { look, otherwise } = asGiven
    ? { look: (await directory.look([name], wait))[0] as Look, otherwise: false }
    : await lookBySpellings(directory, name, wait);
  if (!otherwise || "code" in look) {
    return { look, listedAs: name };
  }
  const known = look.kind === "directory" ? directory.realName?.(name) : undefined;
  if (known !== undefined) {
    return { look, listedAs: known };
  }
  try {
    return { look, listedAs: (await findListed(directory.entries(wait), name)) ?? refuseUnlisted(name) };
  } catch (error) {
    if (readErrorCode(error) !== "EACCES") {
      throw error;
    }
    return { look, listedAs: name };
  }
}

/** A path without links, with the names that its directories list from one of them on. What can't be found out stays as it is. */
export async function toListedPath(
  path: ByteString,
  from: ByteString,
  directoryAt: (path: ByteString) => DiskDirectory,
  wait: WaitOptions,
): Promise<ByteString> {
  let directory = from;
  for (const name of splitNames(path.slice(from.length) as ByteString)) {
    let listedAs = name;
    try {
      ({ listedAs } = await findStep(directoryAt(directory), name, wait));
    } catch (error) {
      rethrowDefect(error);
    }
    directory = pathIn(directory, listedAs);
  }
  return directory;
}

export function refuseUnlisted(name: ByteString): never {
  throw Object.assign(new Error(`ENOENT: no entry is listed as ${JSON.stringify(name)}`), { code: "ENOENT" });
}

/**
 * Looks up a name, and whether the disk may have found the entry otherwise than by the name that it lists. Where other spellings are not
 * found, it has not, and the directory need not be read. (Inode numbers would not show whether two names are the same entry: some FUSE
 * file systems and overlays number them anew for every name.)
 */
async function lookBySpellings(
  directory: DiskDirectory,
  name: ByteString,
  wait: WaitOptions,
): Promise<{ look: Look; otherwise: boolean }> {
  const spellings = isCaseInsensitivePlatform() ? [] : otherSpellings(name);
  const [look, ...others] = (await directory.look([name, ...spellings], wait)) as [Look, ...Look[]];
  const otherwise =
    !("code" in look) &&
    (isCaseInsensitivePlatform() ||
      others.some((other) => !("code" in other)) ||
      (isOddName(toExactText(name) ?? "") && directory.mayFindOddNames()));
  return { look, otherwise };
}

/** The name by which a directory, given its entries, lists what was found by `name`; undefined if it lists none that could be it. */
async function findListed(batches: AsyncIterable<Batch>, name: ByteString): Promise<ByteString | undefined> {
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
  // We ignore more differences than any disk does. If it tells several names apart that we don't, we can't say which one it has found.
  return alike.size === 1 ? [...alike][0] : undefined;
}

/** Other spellings of a name. A disk that ignores case or normalisation would find at least one of them. */
function otherSpellings(name: ByteString): ByteString[] {
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
  return [...spellings].map(toByteString).filter(isEntryName);
}

/** Only letters that stay one letter: no disk takes `SS` for `ß`. */
function swapCase(text: string, letters: RegExp): string {
  return text.replaceAll(letters, (letter) => {
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return other.length === letter.length ? other : letter;
  });
}
