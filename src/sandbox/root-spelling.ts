// Finds the root that a path means if it spells it differently, on disks that find a directory by any spelling of its name. Asked only
// about paths that would be refused otherwise, and only about the names of the root itself and of the directories above it.
import { isWithin, namesOfPath } from "../core/absolute-path.ts";
import { toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem, WaitOptions } from "../core/file-system.ts";
import { foldName } from "../core/names/fold-name.ts";
import { readErrorCode } from "../core/problem.ts";
import type { AllowedRoot } from "./allowed-roots.ts";

/** The path with the real path of its root in place of another spelling; undefined if it is in no root. */
export async function spellAsRoot(
  fileSystem: FileSystem,
  roots: readonly AllowedRoot[],
  path: ByteString,
  wait: WaitOptions,
): Promise<ByteString | undefined> {
  const names = namesOfPath(path);
  const folded = names.map(foldName);
  for (const { shown, given, realPath, real } of fileSystem.listedName === undefined ? [] : roots) {
    for (const [root, spelling] of [
      [toByteString(shown), given],
      [realPath, real],
    ] as const) {
      if (isWithin(folded, spelling.map(foldName)) && (await isSame(fileSystem, names, root, spelling, wait))) {
        return [realPath, ...names.slice(spelling.length)].join("/") as ByteString;
      }
    }
  }
  return undefined;
}

/** Whether the disk finds the same directories by the first of these names as by those of the root. */
async function isSame(
  fileSystem: FileSystem,
  names: readonly ByteString[],
  root: ByteString,
  spelling: readonly ByteString[],
  wait: WaitOptions,
): Promise<boolean> {
  let directory = root;
  for (let index = spelling.length - 1; index >= 0; index -= 1) {
    directory = fileSystem.resolve(directory, "..") as ByteString;
    const [asked, own] = [names[index] as ByteString, spelling[index] as ByteString];
    if (
      asked !== own &&
      (await listed(fileSystem, directory, asked, wait)) !== (await listed(fileSystem, directory, own, wait))
    ) {
      return false;
    }
  }
  return true;
}

/** How a directory lists a name. The name itself if that can't be told: then it is like no other. */
async function listed(
  fileSystem: FileSystem,
  directory: ByteString,
  name: ByteString,
  wait: WaitOptions,
): Promise<ByteString> {
  try {
    return (await fileSystem.listedName?.(directory, name, wait)) ?? name;
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return name;
  }
}
