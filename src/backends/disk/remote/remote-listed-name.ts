// How directories that another process reads list what they find by a name.
import type { ByteString } from "../../../core/byte-string.ts";
import type { WaitOptions } from "../../../core/file-system.ts";
import { findListed, refuseUnlisted, toListedPath } from "../listed-name.ts";
import type { RemoteReader } from "./remote-reader.ts";

const TOP = "/" as ByteString;

/** An entry on the way along a path. */
export interface RemoteStep {
  /** The target of a link; undefined for a directory. */
  readonly target: ByteString | undefined;
  /** How the directory that holds it lists it. */
  readonly listedAs: ByteString;
}

/** What is at an absolute path without other links. Fails if it is neither a link nor a directory, or is not listed. */
export async function readStep(
  reader: RemoteReader,
  mount: ByteString,
  path: ByteString,
  wait: WaitOptions,
): Promise<RemoteStep> {
  const { target, isListed } = await reader.readLink(mount, path, wait);
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1) as ByteString;
  return { target, listedAs: isListed ? name : await findIn(reader, mount, path.slice(0, slash), name, wait) };
}

/** How a directory, an absolute path without links, lists what it finds by a name; the name itself if it finds nothing. */
export async function readListedName(
  reader: RemoteReader,
  mount: ByteString,
  directory: ByteString,
  name: ByteString,
  wait: WaitOptions,
): Promise<ByteString> {
  const [found] = await reader.readDetails(mount, TOP, directory.slice(1) as ByteString, [name], wait);
  return found === undefined ? name : findIn(reader, mount, directory, name, wait);
}

/** Where an absolute path leads, with links resolved, and the names that the directories of the mount list. */
export async function readListedPath(
  reader: RemoteReader,
  mount: ByteString,
  path: ByteString,
  wait: WaitOptions,
): Promise<ByteString> {
  const realPath = await reader.realPath(mount, path, wait);
  const listed = async (directory: ByteString, name: ByteString) =>
    (await readStep(reader, mount, `${directory}/${name}` as ByteString, wait)).listedAs;
  return realPath.startsWith(`${mount}/`) ? toListedPath(realPath, mount, listed) : realPath;
}

async function findIn(
  reader: RemoteReader,
  mount: ByteString,
  directory: string,
  name: ByteString,
  wait: WaitOptions,
): Promise<ByteString> {
  const entries = reader.readDirectory(mount, TOP, directory.slice(1) as ByteString, wait);
  return (await findListed(entries, name)) ?? refuseUnlisted(name);
}
