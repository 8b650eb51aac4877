// The calls that the page makes to show a tree: `list_dir`, `map_dir` and `find_files`, all answered with data.
import type { DirectoryMap } from "../../text/map-text.ts";
import type { ListDirPage } from "../../text/listing.ts";
import type { CallError } from "../web-messages.ts";
import { CallFailure } from "./call-failure.ts";
import type { ToolClient } from "./tool-client.ts";
import type { ListPage } from "./directory-pages.ts";
import { narrowToWords, toFoundListing, type Found } from "./found-listing.ts";

/** The tokens of a map: about as many as an answer can have. */
const MAP_BUDGET = 8000;

/** The tokens of a search: some screens of what fits best. */
const FIND_BUDGET = 1000;

/** Returns a function that lists one level of a directory, page by page. */
export function directoryLister(client: ToolClient, dirPath: string): ListPage {
  return async (request, signal) => {
    const call = { dir_path: dirPath, depth: 1, order: "tree", ...request };
    const listing = await readData<ListDirPage>(client, "list_dir", call, signal);
    if (listing.entries.length > request.limit) {
      throw new CallFailure("the answer has more entries than were asked for");
    }
    return listing;
  };
}

/** Returns a function that lists what matches globs on all levels of a directory, page by page. */
export function globLister(client: ToolClient, dirPath: string, include: readonly string[]): ListPage {
  return (request, signal) =>
    readData(client, "list_dir", { dir_path: dirPath, order: "tree", include, ...request }, signal);
}

/** Returns a function that lists the best matches for words in a directory, all on one page. */
export function wordLister(client: ToolClient, dirPath: string, words: string): ListPage {
  return async (_, signal) => {
    const call = { dir_path: dirPath, words, budget: FIND_BUDGET };
    return narrowToWords(toFoundListing(await readData<Found>(client, "find_files", call, signal)), words);
  };
}

/** Maps a directory. */
export function mapDirectory(client: ToolClient, dirPath: string): Promise<DirectoryMap> {
  return readData(client, "map_dir", { dir_path: dirPath, budget: MAP_BUDGET });
}

async function readData<Data>(client: ToolClient, tool: string, call: object, signal?: AbortSignal): Promise<Data> {
  const options = { asData: true, ...(signal && { signal }) };
  const { content, success } = await client.callTool(tool, JSON.stringify(call), options);
  let data: Data | CallError;
  try {
    data = JSON.parse(content) as Data | CallError;
  } catch (error) {
    // The host has dropped the argument that asks for data, or a part of the answer. The view of the model's answers needs only text.
    throw new CallFailure(success ? "no data came through this host" : content, "no_data", { cause: error });
  }
  if (!success) {
    const { message, code } = data as CallError;
    throw new CallFailure(message, code);
  }
  return data as Data;
}
