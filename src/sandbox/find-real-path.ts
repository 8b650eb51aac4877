// Where a path of the operator's really is, found out when it is set: links that others make later must not move it.
import { type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";

/** How long a directory may take to tell where it is. */
const TIMEOUT_MS = 1000;

/**
 * The real path, links resolved. What is not there yet is taken as it is written: when it comes it must be no link. Throws
 * where the disk has not answered in time, which may be otherwise at the next call.
 */
export async function findRealPath(fileSystem: FileSystem, path: ByteString): Promise<ByteString> {
  if (fileSystem.realPath === undefined) {
    return path;
  }
  try {
    return await fileSystem.realPath(path, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    const code = readErrorCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      throw error;
    }
    const parent = fileSystem.resolve(path, "..") as ByteString;
    if (parent === path) {
      return path;
    }
    const name = path.slice(parent.length).replace(/^[\\/]/, "");
    return fileSystem.resolve(await findRealPath(fileSystem, parent), name) as ByteString;
  }
}
