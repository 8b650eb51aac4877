// What @modelcontextprotocol/server-filesystem would answer for a directory, counted and not kept: `list_directory` has a line for
// each entry of one level, `directory_tree` an indented JSON object for each entry of all levels. Neither has pages or a bound.
import { listDirAll, type ListDirAllOptions } from "../listing/list-dir-all.ts";
import type { ListDirEntry } from "../render/listing.ts";
import { estimateTokens } from "../render/estimate-tokens.ts";

/** What a text costs. */
export interface Cost {
  readonly bytes: number;
  readonly tokens: number;
  /** Whether the text would go on. */
  readonly isPartial: boolean;
}

export interface ReferenceCost extends Cost {
  /** How many entries were counted. */
  readonly entries: number;
}

/** Reading ends here: by then it is clear that no model could take the answer. */
const MOST_ENTRIES = 20_000;

export interface ReferenceRequest extends Pick<ListDirAllOptions, "dirPath" | "stores" | "onProgress"> {
  /** Called when another listing starts, whose progress counts from 0 again. */
  readonly onPart: () => void;
}

/** What both tools would answer. Throws a `FunctionCallError`. */
export async function measureReference(
  request: ReferenceRequest,
): Promise<{ readonly level: ReferenceCost; readonly tree: ReferenceCost }> {
  const level = await measure({ ...request, depth: 1 }, writeLevel);
  return { level, tree: await measure(request, writeTree) };
}

/** Counts a text that is written for some entries. Parts end behind a line break, where no token goes on. */
async function measure(
  { onPart, ...request }: ReferenceRequest & Pick<ListDirAllOptions, "depth">,
  write: (entries: AsyncIterable<ListDirEntry>) => AsyncIterable<string>,
): Promise<ReferenceCost> {
  let [bytes, tokens, entries] = [0, 0, 0];
  let isPartial = false;
  async function* bounded(): AsyncGenerator<ListDirEntry, void> {
    // The reference knows neither hidden names nor what git ignores.
    for await (const part of listDirAll({ ...request, gitignore: "off", cacheBytes: 0 })) {
      onPart();
      for (const entry of part.entries) {
        if (entries === MOST_ENTRIES) {
          isPartial = true;
          return;
        }
        entries += 1;
        yield entry;
      }
    }
  }
  for await (const text of write(bounded())) {
    bytes += Buffer.byteLength(text);
    tokens += estimateTokens(text);
  }
  return { bytes, tokens, entries, isPartial };
}

/** `[DIR] src` or `[FILE] package.json`, with a line break between two. */
export async function* writeLevel(entries: AsyncIterable<ListDirEntry>): AsyncGenerator<string, void> {
  let before = "";
  for await (const { kind, path } of entries) {
    yield before;
    before = `${kind === "directory" ? "[DIR]" : "[FILE]"} ${path}\n`;
  }
  yield before.slice(0, -1);
}

/** What `JSON.stringify(tree, null, 2)` would write, for entries each of which stands behind the directories above it. */
export async function* writeTree(entries: AsyncIterable<ListDirEntry>): AsyncGenerator<string, void> {
  let last: ListDirEntry | undefined;
  let isOpen = "[";
  for await (const entry of entries) {
    const { path, kind, depth } = entry;
    const indent = indentOf(depth);
    const name = path.slice(path.lastIndexOf("/") + 1);
    yield `${isOpen}${closeUntil(last, depth)}`;
    yield `${indent}  {\n${indent}    "name": ${JSON.stringify(name)},\n`;
    const isDirectory = kind === "directory";
    isOpen = `${indent}    "type": "${isDirectory ? "directory" : "file"}"${isDirectory ? `,\n${indent}    "children": [` : ""}`;
    last = entry;
  }
  yield last === undefined ? "[]" : `${isOpen}${closeUntil(last, 0)}`;
}

/** What stands between an entry and the next one, which is this deep; 0 for the end. */
function closeUntil(last: ListDirEntry | undefined, depth: number): string {
  if (last === undefined || depth > last.depth) {
    return "\n";
  }
  let text = last.kind === "directory" ? `]\n${indentOf(last.depth)}  }` : `\n${indentOf(last.depth)}  }`;
  for (let level = last.depth - 1; level >= Math.max(depth, 1); level -= 1) {
    text += `\n${indentOf(level)}    ]\n${indentOf(level)}  }`;
  }
  return depth === 0 ? `${text}\n]` : `${text},\n`;
}

function indentOf(depth: number): string {
  return "    ".repeat(depth - 1);
}
