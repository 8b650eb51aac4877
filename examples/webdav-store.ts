// Your own store: anything that can list a directory can be a file system for dirleaf. This one is WebDAV, through `webdav`.
// Run: WEBDAV_USER=... WEBDAV_PASSWORD=... node examples/webdav-store.ts https://host/dav [/directory]
import path from "node:path";
import { createToolRouter, toByteString, toText, type ByteString, type Entry, type FileSystem } from "dirleaf";
import { createClient, type FileStat, type WebDAVClient } from "webdav";

const BATCH = 1000;
const CODES: Readonly<Record<number, string>> = { 401: "EACCES", 403: "EACCES", 404: "ENOENT" };

interface Found {
  readonly isDirectory: boolean;
  readonly items: readonly FileStat[];
}

/** The directories of a WebDAV server. It has no order and no pages, so each read returns a whole directory. */
export function webdav(client: WebDAVClient): FileSystem {
  /** What is at a location: the directory itself and its contents. */
  async function list(location: string, signal?: AbortSignal, timeoutMs = Infinity): Promise<Found> {
    const timeout = timeoutMs < 2 ** 31 ? AbortSignal.timeout(Math.ceil(timeoutMs)) : undefined;
    const signals = [signal, timeout].filter((one) => one !== undefined);
    try {
      const options = { includeSelf: true, signal: AbortSignal.any(signals) };
      const all = (await client.getDirectoryContents(location, options)) as FileStat[];
      const self = all.find(({ filename }) => path.posix.join(filename, "/") === location);
      return { isDirectory: self?.type === "directory", items: all.filter((item) => item !== self) };
    } catch (error) {
      signal?.throwIfAborted();
      // A code tells the walk that it was the store that failed, and how. What has none is taken for a defect.
      const { status = 0, code = "EIO" } = error as { status?: number; code?: string };
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
        if ((error as { code?: string }).code === "ENOENT") {
          return false;
        }
        throw error;
      }
    },
  };
}

function locate(root: ByteString, below: ByteString): string {
  return path.posix.join("/", toText(root), toText(below), "/");
}

function toEntry({ basename, type }: FileStat): Entry {
  return { name: toByteString(basename), kind: type };
}

if (process.argv[1] === import.meta.filename) {
  const [address = "", directory = "/"] = process.argv.slice(2);
  const { WEBDAV_USER: username, WEBDAV_PASSWORD: password } = process.env;
  const router = createToolRouter({ fileSystem: webdav(createClient(address, { username, password })) });
  const call = { type: "function_call", name: "list_dir", call_id: "1" } as const;
  const { output } = await router.answer({ ...call, arguments: JSON.stringify({ dir_path: directory }) });
  console.log(output);
}
