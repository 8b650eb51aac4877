// `dirleaf tokens [dir…]`: what a directory would cost a model, as each tool shows it and as the reference MCP server does.
import { listDirAll, type ListDirAllOptions } from "../listing/list-dir-all.ts";
import { openStores } from "../listing/open-stores.ts";
import { estimateTokens, weighTokens } from "../render/estimate-tokens.ts";
import type { ListDirEntry } from "../render/listing.ts";
import { writeNumber } from "../render/map-word.ts";
import { parseHeader, renderHeader } from "../render/our-words.ts";
import type { ToolOutput } from "../tooling/tool.ts";
import { callTool } from "./call-command.ts";
import type { Place, TokensCommand } from "./parse-command.ts";
import { print, reportError } from "./print.ts";
import { cutTo } from "./spans.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";
import { watchWork } from "./watch-work.ts";

/** What a call costs, and what it shows for that. */
export interface Row extends Cost {
  readonly call: string;
  readonly shows: string;
}

/** Prints a table for each directory, or a line of JSON, and returns the exit code. One that fails does not stop the others. */
export async function runTokensCommand({ places }: TokensCommand, host: TerminalProcess): Promise<number> {
  let head = "";
  let exitCode = 0;
  for (const place of places) {
    try {
      const { root, rows } = await measureDirectory(place, host);
      await print(
        host.output,
        place.json ? renderJson(root, rows) : `${head}${renderHeader(root)}\n${renderRows(rows, host)}`,
      );
      head = "\n";
    } catch (error) {
      exitCode = await reportError(error, host);
    }
  }
  return exitCode;
}

/** What a directory costs. Throws a `FunctionCallError`. */
async function measureDirectory(
  { directory, store }: Place,
  host: TerminalProcess,
): Promise<{ readonly root: string; readonly rows: readonly Row[] }> {
  const dirPath = toDirPath(directory, host);
  const stores = await openStores([dirPath], store);
  const measured = await measureTools(dirPath, (toolName, payload) =>
    callTool({ toolName, payload, profiles: ["leaf"], store }, host),
  );
  const reference = await watchWork(host, ({ onProgress, restart }) =>
    measureReference({ dirPath, stores, onProgress, onPart: restart }),
  );
  return { root: measured.root, rows: [...measured.rows, ...toRows(reference)] };
}

/** What the tools' answers cost. `call` gets an answer. Throws a `FunctionCallError`. */
export async function measureTools(
  dirPath: string,
  call: (toolName: string, payload: string) => Promise<ToolOutput>,
): Promise<{ readonly root: string; readonly rows: readonly Row[] }> {
  const rows: Row[] = [];
  let root: string | undefined;
  for (const { toolName, field, shows } of TOOLS) {
    const { content } = await call(toolName, JSON.stringify({ [field]: dirPath }));
    root ??= parseHeader(content.split("\n", 1)[0] as string, "map");
    const tokens = estimateTokens(content);
    rows.push({ call: toolName, bytes: Buffer.byteLength(content), tokens, isPartial: false, shows: shows(content) });
  }
  return { root: root as string, rows };
}

/** The rows of the reference server. */
export function toRows({ level, tree }: ReferenceCosts): readonly Row[] {
  return [
    { call: "server-filesystem list_directory", ...level, shows: `${countOf(level)} of one level` },
    { call: "server-filesystem directory_tree", ...tree, shows: `${countOf(tree)} of all levels` },
  ];
}

/** The same as the table says, for programs. */
function renderJson(root: string, rows: readonly Row[]): string {
  const costs = rows.map(({ call, bytes, tokens, isPartial, shows }) => ({
    call,
    bytes,
    tokens: Math.round(tokens),
    ...(isPartial && { partial: true }),
    shows,
  }));
  return `${JSON.stringify({ root, costs })}\n`;
}

function renderRows(rows: readonly Row[], host: TerminalProcess): string {
  const { columns = Infinity } = windowOf(host.output);
  return renderTable(rows)
    .map((line) => `${cutTo(line, columns)}\n`)
    .join("");
}

/** The first answer of each tool, as a model gets it that only names the directory. */
const TOOLS = [
  { toolName: "map_dir", field: "dir_path", shows: () => "names and counts of all levels" },
  { toolName: "list_dir", field: "dir_path", shows: describeListing },
  { toolName: "list_directory", field: "path", shows: describeDirectory },
] as const;

function describeListing(content: string): string {
  const [, count] = /\nMore than (\d+) entries found[^\n]*$/.exec(content) ?? [];
  return count === undefined ? "all entries of two levels" : `the first ${count} entries of two levels`;
}

function describeDirectory(content: string): string {
  const { summary } = JSON.parse(content) as { summary: string };
  const [, shown, isPart, count] = /^Showing 1-(\d+) of (the first )?(\d+) files/.exec(summary) ?? [];
  const isAll = count === undefined || (shown === count && isPart === undefined);
  const names = isAll ? "all names" : `the first ${shown} names`;
  return `${names} of one level, no dot names`;
}

function countOf({ entries, isPartial }: { readonly entries: number; readonly isPartial: boolean }): string {
  return isPartial ? `the first ${writeNumber(entries)} entries` : "all entries";
}

/** The same bytes on every machine: a program may read it. */
export function renderTable(rows: readonly Row[]): string[] {
  const cells = [
    ["", "bytes", "tokens (estimated)", "shows"],
    ...rows.map(({ call, bytes, tokens, isPartial, shows }) => {
      const more = isPartial ? "+" : "";
      return [call, writeNumber(bytes) + more, writeNumber(Math.round(tokens)) + more, shows];
    }),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => (row[column] as string).length)));
  return cells.map(([call = "", bytes = "", tokens = "", shows = ""]) => {
    const [first = 0, second = 0, third = 0] = widths;
    return `${call.padEnd(first)}  ${bytes.padStart(second)}  ${tokens.padStart(third)}  ${shows}`;
  });
}

/** What a text costs. */
interface Cost {
  readonly bytes: number;
  readonly tokens: number;
  /** Whether the text would go on. */
  readonly isPartial: boolean;
}

interface ReferenceCost extends Cost {
  /** How many entries were counted. */
  readonly entries: number;
}

/** Reading ends here: by then it is clear that no model could take the answer. */
const MOST_ENTRIES = 20_000;

interface ReferenceCosts {
  readonly level: ReferenceCost;
  readonly tree: ReferenceCost;
}

interface ReferenceRequest extends Pick<ListDirAllOptions, "dirPath" | "stores" | "fileSystem" | "onProgress"> {
  /** Called when another listing starts, whose progress counts from 0 again. */
  readonly onPart: () => void;
}

/**
 * What @modelcontextprotocol/server-filesystem would answer for a directory: `list_directory` has a line for each entry of one level,
 * `directory_tree` an indented JSON object for each entry of all levels. Neither has pages or a bound. Throws a `FunctionCallError`.
 */
export async function measureReference(request: ReferenceRequest): Promise<ReferenceCosts> {
  const level = await measure({ ...request, depth: 1 }, writeLevel);
  return { level, tree: await measure(request, writeTree) };
}

/** Counts the text that is written for entries. Its pieces end after a line break, where no token goes on. */
async function measure(
  { onPart, ...request }: ReferenceRequest & Pick<ListDirAllOptions, "depth">,
  write: (entries: readonly ListDirEntry[]) => Iterable<string>,
): Promise<ReferenceCost> {
  const found: ListDirEntry[] = [];
  // The reference knows neither hidden names nor what git ignores.
  for await (const part of listDirAll({ ...request, gitignore: "off", cacheBytes: 0 })) {
    onPart();
    found.push(...part.entries);
    if (found.length > MOST_ENTRIES) {
      break;
    }
  }
  const entries = found.slice(0, MOST_ENTRIES);
  let [bytes, tokens] = [0, 0];
  for (const text of write(entries)) {
    bytes += Buffer.byteLength(text);
    tokens += weighTokens(text);
  }
  return { bytes, tokens: Math.ceil(tokens), entries: entries.length, isPartial: found.length > MOST_ENTRIES };
}

/** `[DIR] src` or `[FILE] package.json`, with a line break between two. */
function writeLevel(entries: readonly ListDirEntry[]): string[] {
  return [entries.map(({ kind, path }) => `${kind === "directory" ? "[DIR]" : "[FILE]"} ${path}`).join("\n")];
}

/**
 * What `JSON.stringify(tree, null, 2)` would write, an entry at a time: the text of a deep tree is large. Each entry comes after the
 * directories above it.
 */
function* writeTree(entries: readonly ListDirEntry[]): Generator<string, void> {
  yield entries.length === 0 ? "[]" : "[\n";
  for (const [index, entry] of entries.entries()) {
    const { path, kind, depth } = entry;
    const indent = indentOf(depth);
    const name = JSON.stringify(path.slice(path.lastIndexOf("/") + 1));
    const type = kind === "directory" ? `"directory",\n${indent}    "children": [` : '"file"';
    const end = closeUntil(entry, entries[index + 1]?.depth ?? 0);
    yield `${indent}  {\n${indent}    "name": ${name},\n${indent}    "type": ${type}${end}`;
  }
}

/** What stands between an entry and the next one, which is this deep; 0 for the end. */
function closeUntil(last: ListDirEntry, depth: number): string {
  if (depth > last.depth) {
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
