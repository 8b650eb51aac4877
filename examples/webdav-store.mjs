// Your own store: anything that can list a directory can be a file system for dirleaf. This one is WebDAV, through `webdav`.
// Run: WEBDAV_USER=... WEBDAV_PASSWORD=... node examples/webdav-store.mjs https://host/dav [/directory]
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createToolRouter, toByteString, toText } from "dirleaf";
import { createClient } from "webdav";

const BATCH = 1000;
/** @type {Record<number, string>} */
const CODES = { 401: "EACCES", 403: "EACCES", 404: "ENOENT" };

/**
 * The directories of a WebDAV server. It has no order and no pages, so each read returns a whole directory.
 * @param {import("webdav").WebDAVClient} client
 * @returns {import("dirleaf").FileSystem}
 */
export function webdav(client) {
  /**
   * What is at a location: the directory itself and its contents.
   * @param {string} location
   * @param {AbortSignal | undefined} signal
   */
  async function list(location, signal, timeoutMs = Infinity) {
    const timeout = timeoutMs < 2 ** 31 ? AbortSignal.timeout(Math.ceil(timeoutMs)) : undefined;
    const signals = [signal, timeout].filter((one) => one !== undefined);
    try {
      const options = { includeSelf: true, signal: AbortSignal.any(signals) };
      const all = /** @type {import("webdav").FileStat[]} */ (await client.getDirectoryContents(location, options));
      const self = all.find(({ filename }) => path.posix.join(filename, "/") === location);
      return { isDirectory: self?.type === "directory", items: all.filter((item) => item !== self) };
    } catch (error) {
      signal?.throwIfAborted();
      // A code tells the walk that it was the store that failed, and how. What has none is taken for a defect.
      const { status = 0, code = "EIO" } = /** @type {{ status?: number, code?: string }} */ (error);
      const told = timeout?.aborted === true ? "ETIMEDOUT" : (CODES[status] ?? code);
      throw Object.assign(new Error(`can't list ${location}`, { cause: error }), { code: told });
    }
  }

  return {
    order: "none",
    isAbsolute: path.posix.isAbsolute,
    resolve: (from, given) => path.posix.resolve("/", from, given),
    async *readDirectory(root, below, { signal, timeoutMs }) {
      const location = locate(root, below);
      const { isDirectory, items } = await list(location, signal, timeoutMs);
      if (!isDirectory) {
        throw Object.assign(new Error(`${location} is no directory`), { code: "ENOTDIR" });
      }
      for (let start = 0; start < items.length; start += BATCH) {
        signal?.throwIfAborted();
        yield { entries: items.slice(start, start + BATCH).map(toEntry) };
      }
    },
    async isDirectory(root, below, { signal, timeoutMs }) {
      try {
        return (await list(locate(root, below), signal, timeoutMs)).isDirectory;
      } catch (error) {
        if (/** @type {{ code?: string }} */ (error).code === "ENOENT") {
          return false;
        }
        throw error;
      }
    },
  };
}

/**
 * @param {import("dirleaf").ByteString} root
 * @param {import("dirleaf").ByteString} below
 */
function locate(root, below) {
  return path.posix.join("/", toText(root), toText(below), "/");
}

/**
 * @param {import("webdav").FileStat} found
 * @returns {import("dirleaf").Entry}
 */
function toEntry({ basename, type }) {
  return { name: toByteString(basename), kind: type };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [address = "", directory = "/"] = process.argv.slice(2);
  const { WEBDAV_USER: username, WEBDAV_PASSWORD: password } = process.env;
  const router = createToolRouter({ fileSystem: webdav(createClient(address, { username, password })) });
  const json = JSON.stringify({ dir_path: directory });
  const { output } = await router.answer({ type: "function_call", name: "list_dir", arguments: json, call_id: "1" });
  console.log(output);
}
