// A path as the disk takes it: in bytes, with nothing in quotes.
import { parseQuotedRoot } from "../../render/shown-path.ts";

/** The bytes of an absolute path that is written as the tools take it. */
export function toDiskPath(dirPath: string): Buffer {
  const quoted = parseQuotedRoot(dirPath);
  return quoted === undefined ? Buffer.from(dirPath) : Buffer.from(quoted, "latin1");
}
