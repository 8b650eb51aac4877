// The calls with which the page itself reads a tree: pages of `list_dir`, maps of `map_dir`, and what `find_files` found, as data.
import type { DirectoryMap } from "../../text/map-text.ts";
import type { ListDirPage } from "../../text/listing.ts";
import { CallFailure } from "./call-failure.ts";
import type { Carrier } from "./carrier.ts";
import type { ListPage } from "./directory-pages.ts";
import { narrowToWords, toFoundListing, type Found } from "./found-listing.ts";

/** The tokens of a map: about as many as an answer can have. */
const MAP_BUDGET = 8000;

/** The tokens of a search: some screens of what fits best. */
const FIND_BUDGET = 1000;

/** Lists one level of a directory. */
export function listsDirectory(carrier: Carrier, dirPath: string): ListPage {
  return async (request, signal) => {
    const call = { dir_path: dirPath, depth: 1, order: "tree", ...request };
    const listing = await readData<ListDirPage>(carrier, "list_dir", call, signal);
    if (listing.entries.length > request.limit) {
      throw new CallFailure("the answer has more entries than were asked for");
    }
    return listing;
  };
}

/** Searches all levels of a directory. */
export function searchesDirectory(carrier: Carrier, dirPath: string, include: readonly string[]): ListPage {
  return (request, signal) =>
    readData(carrier, "list_dir", { dir_path: dirPath, order: "tree", include, ...request }, signal);
}

/** The best that words find in a directory, all on one page. */
export function findsInDirectory(carrier: Carrier, dirPath: string, words: string): ListPage {
  return async (_, signal) => {
    const call = { dir_path: dirPath, words, budget: FIND_BUDGET };
    return narrowToWords(toFoundListing(await readData<Found>(carrier, "find_files", call, signal)), words);
  };
}

/** Maps a directory. */
export function mapDirectory(carrier: Carrier, dirPath: string): Promise<DirectoryMap> {
  return readData(carrier, "map_dir", { dir_path: dirPath, budget: MAP_BUDGET });
}

async function readData<Data>(carrier: Carrier, tool: string, call: object, signal?: AbortSignal): Promise<Data> {
  const options = { asData: true, ...(signal && { signal }) };
  const { content, success } = await carrier.callTool(tool, JSON.stringify(call), options);
  if (!success) {
    throw new CallFailure(content);
  }
  try {
    return JSON.parse(content) as Data;
  } catch (error) {
    // A host has dropped the request for data, or a part of it. The view of the model's answers needs only text.
    throw new CallFailure("no data came through this host", { cause: error });
  }
}
