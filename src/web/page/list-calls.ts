// The calls that the page makes to show a tree, a map, and what a search finds, all answered with data.
import { isGlob } from "../../filters/guess-glob.ts";
import type { FoundFiles } from "../../find/search-answer.ts";
import type { DirectoryMap } from "../../text/map-text.ts";
import type { ListDirPage } from "../../text/listing.ts";
import { CallFailure } from "./call-failure.ts";
import type { ToolClient } from "./tool-client.ts";
import type { ListPage } from "./directory-pages.ts";

/** The tokens of a map: about as many as an answer can have. */
const MAP_BUDGET = 8000;

/** The tokens of a search: some screens of what fits best. */
const FIND_BUDGET = 1000;

/** Said with every call if names that begin with a dot are left out. */
export interface Shown {
  readonly hidden?: false;
}

/** A call that a search makes. Its answer as text is beside the tree, and its answer as data is in place of the tree. */
export interface SearchCall {
  readonly tool: "find_files" | "list_dir";
  readonly arguments: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** The call for what the user typed: all that matches, if there are only globs, or else what fits best. */
export function searchCall(dirPath: string, typed: string, shown: Shown = {}): SearchCall {
  const words = typed.split(/\s+/).filter((word) => word !== "");
  return words.every(isGlob)
    ? { tool: "list_dir", arguments: { dir_path: dirPath, include: words, order: "tree", ...shown } }
    : { tool: "find_files", arguments: { dir_path: dirPath, words, budget: FIND_BUDGET, ...shown } };
}

/** Returns a function that lists what a search finds, page by page, in the order of the answer. */
export function searchLister(client: ToolClient, { tool, arguments: given }: SearchCall): ListPage {
  return async (request, signal) => {
    if (tool === "list_dir") {
      return readData(client, tool, { ...given, ...request }, signal);
    }
    const { root, files, ...end } = await readData<FoundFiles>(client, tool, given, signal);
    return { root, entries: files.map((file) => ({ ...file, depth: 1 })), ...end };
  };
}

/** Returns a function that lists one level of a directory, page by page. */
export function directoryLister(client: ToolClient, dirPath: string, shown: Shown = {}): ListPage {
  return async (request, signal) => {
    const call = { dir_path: dirPath, depth: 1, order: "tree", ...shown, ...request };
    const listing = await readData<ListDirPage>(client, "list_dir", call, signal);
    if (listing.entries.length > request.limit) {
      throw new CallFailure("the answer has more entries than were asked for");
    }
    return listing;
  };
}

/** Maps a directory. */
export function mapDirectory(client: ToolClient, dirPath: string, shown: Shown): Promise<DirectoryMap> {
  return readData(client, "map_dir", { dir_path: dirPath, budget: MAP_BUDGET, ...shown });
}

async function readData<Data>(client: ToolClient, tool: string, call: object, signal?: AbortSignal): Promise<Data> {
  const { content, success, code, data } = await client.callTool(tool, call, signal);
  if (!success) {
    throw new CallFailure(content, code);
  }
  if (data === undefined) {
    // The host has dropped the argument that asks for data, or a part of the answer. The view of the model's answers needs only text.
    throw new CallFailure("no data came through this host", "no_data");
  }
  return data as Data;
}
