// Where a path of the operator's really is, found out when it is set: links that others make later must not move it.
import { type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";

/** How long a directory may take to tell where it is. */
const TIMEOUT_MS = 1000;

/**
 * The real path, links resolved. What is not there yet is taken as it is written: when it comes it must be no link. What does
 * not answer is taken as it is written for now, and `dropLater` called: it may answer the next time.
 */
export async function findRealPath(
  fileSystem: FileSystem,
  path: ByteString,
  dropLater: () => void,
): Promise<ByteString> {
  if (fileSystem.realPath === undefined) {
    return path;
  }
  try {
    return await fileSystem.realPath(path, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    const code = readErrorCode(error);
    if (code === "ETIMEDOUT") {
      dropLater();
      return path;
    }
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      throw error;
    }
    const parent = fileSystem.resolve(path, "..") as ByteString;
    if (parent === path) {
      return path;
    }
    const name = path.slice(parent.length).replace(/^[\\/]/, "");
    return fileSystem.resolve(await findRealPath(fileSystem, parent, dropLater), name) as ByteString;
  }
}
