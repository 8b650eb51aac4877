// Your own store: anything that can list a directory can be a file system for dirleaf. This one is WebDAV, through `webdav`.
// Run: WEBDAV_USER=... WEBDAV_PASSWORD=... node examples/webdav-store.mjs https://host/dav [/directory]
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createToolRouter } from "dirleaf";
import { createClient } from "webdav";

/** @type {Record<number, string>} */
const CODES = { 401: "EACCES", 403: "EACCES", 404: "ENOENT" };

/**
 * The directories of a WebDAV server. It has no order and no pages, so each read returns a whole directory.
 * @param {import("webdav").WebDAVClient} client
 * @returns {import("dirleaf").FileSystem}
 */
export function webdav(client) {
  return {
    isAbsolute: path.posix.isAbsolute,
    resolve: (from, given) => path.posix.resolve("/", from, given),
    async readDirectory(directory, { signal, timeoutMs = Infinity }) {
      const location = path.posix.join("/", String(directory), "/");
      const timeout = timeoutMs < 2 ** 31 ? AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs))) : undefined;
      const signals = [signal, timeout].filter((one) => one !== undefined);
      try {
        const options = { includeSelf: true, signal: AbortSignal.any(signals) };
        const all = /** @type {import("webdav").FileStat[]} */ (await client.getDirectoryContents(location, options));
        const self = all.find(({ filename }) => path.posix.join(filename, "/") === location);
        if (self?.type !== "directory") {
          throw Object.assign(new Error("not a directory"), { code: "ENOTDIR" });
        }
        const entries = all
          .filter((item) => item !== self)
          .map(({ basename, type }) => ({ name: basename, kind: type }));
        return { isSorted: false, batches: [entries] };
      } catch (error) {
        signal?.throwIfAborted();
        // A code says that it was the store that failed, and how. What has none is taken for a defect.
        const { status = 0, code = "EIO" } = /** @type {{ status?: number, code?: string }} */ (error);
        const shown = timeout?.aborted === true ? "ETIMEDOUT" : (CODES[status] ?? code);
        throw Object.assign(new Error(`can't list ${location}`, { cause: error }), { code: shown });
      }
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [address = "", directory = "/"] = process.argv.slice(2);
  const { WEBDAV_USER: username, WEBDAV_PASSWORD: password } = process.env;
  const router = createToolRouter({ fileSystem: webdav(createClient(address, { username, password })) });
  const json = JSON.stringify({ dir_path: directory });
  const { output } = await router.answer({ type: "function_call", name: "list_dir", arguments: json, call_id: "1" });
  console.log(output);
}
