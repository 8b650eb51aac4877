// `dirleaf tokens [dir…]`: what a directory would cost a model, as each tool shows it and as the reference MCP server does.
import { listDirAll, type ListDirAllOptions } from "../tools/list-dir-all.ts";
import { listDir } from "../tools/list-dir.ts";
import { mapDirText } from "../tools/map-dir.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";
import { renderHeader } from "../text/closing-lines.ts";
import { renderListing, type ListDirEntry } from "../text/listing.ts";
import { renderCount } from "../text/entry-label.ts";
import { callTool } from "./call-command.ts";
import { forEachDirectory, isForPeople } from "./directories.ts";
import { showProgress } from "./progress.ts";
import { renderSpans } from "./coloured-line.ts";
import type { CommandLine } from "./command-line.ts";
import { printEscaped, type TerminalProcess, windowOf } from "./terminal-process.ts";

/** What a call costs, and what it shows for that. */
export interface Cost {
  readonly call: string;
  readonly bytes: number;
  readonly tokens: number;
  /** Set if the text was cut. */
  readonly partial?: true;
  readonly shows: string;
}

/** Prints a table for each directory, or a line of JSON, and returns the exit code. */
export async function runTokensCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { columns } = windowOf(terminal.output);
  return forEachDirectory(command, terminal, async ({ dirPath, stores, head }) => {
    const json = JSON.stringify({ path: dirPath });
    const directory = await callTool("list_directory", json, command, terminal);
    const { root, costs } = await showProgress(terminal, ({ onProgress }) =>
      measureCalls({ dirPath, stores, onProgress }, directory),
    );
    const header = isForPeople(command, terminal) ? root : renderHeader(root);
    const lines = renderTable(costs).map((text) => renderSpans([{ text }], { columns, isColoured: false }));
    const table = [header, ...lines].join("\n");
    await printEscaped(
      terminal.output,
      `${command.options.has("json") ? JSON.stringify({ root, costs }) : head + table}\n`,
    );
    return 0;
  });
}

/** What calls that give nothing but a directory cost. `directory` is the answer of `list_directory`. Throws a `FunctionCallError`. */
export async function measureCalls(
  request: ListDirAllOptions,
  directory: string,
): Promise<{ readonly root: string; readonly costs: readonly Cost[] }> {
  const page = await listDir(request);
  const costs = [
    toCost("map_dir", await mapDirText(request), "names and counts of all levels"),
    toCost("list_dir", renderListing(page), "at most 25 entries of two levels"),
    toCost("list_directory", directory, "at most 100 names of one level, no dot names"),
    ...(await measureReference(request)),
  ];
  return { root: page.root, costs };
}

function toCost(call: string, text: string, shows: string, partial: boolean = false): Cost {
  const tokens = Math.round(estimateTokens(text));
  return { call, bytes: Buffer.byteLength(text), tokens, ...(partial && { partial }), shows };
}

/** The reference server's tools have a heading of their own: their names alone leave room for the last column. */
const REFERENCE = "server-filesystem ";

/** The same bytes in every locale: a program may read them. */
export function renderTable(costs: readonly Cost[]): string[] {
  const rows = costs.map(({ call, bytes, tokens, partial, shows }) => {
    const more = partial === true ? "+" : "";
    return [call.replace(REFERENCE, ""), renderCount(bytes) + more, renderCount(tokens) + more, shows] as const;
  });
  const cells = [["", "bytes", "~tokens", "shows"] as const, ...rows];
  const [first, second, third] = ([0, 1, 2] as const).map((column) =>
    Math.max(...cells.map((row) => row[column].length)),
  ) as [number, number, number];
  const lines = cells.map(([call, bytes, tokens, shows]) =>
    [call.padEnd(first), bytes.padStart(second), tokens.padStart(third), shows].join("  "),
  );
  const theirs = costs.findIndex(({ call }) => call.startsWith(REFERENCE));
  return lines.toSpliced(1 + theirs, 0, "as @modelcontextprotocol/server-filesystem answers:");
}

/** Reading stops after this many: by then it is clear that the answer is too large for any model. */
const MAX_ENTRIES = 20_000;

/**
 * What @modelcontextprotocol/server-filesystem would answer for a directory: `list_directory` has a line for each entry of one level,
 * `directory_tree` an indented JSON object for each entry of all levels. Neither has pages or a bound. Throws a `FunctionCallError`.
 */
export async function measureReference(request: ListDirAllOptions): Promise<readonly Cost[]> {
  const level = await readFirst({ ...request, depth: 1 });
  const lines = level.entries.map(({ kind, path }) => `${kind === "directory" ? "[DIR]" : "[FILE]"} ${path}`);
  const tree = await readFirst(request);
  const json = JSON.stringify(toObjects(tree.entries), undefined, 2);
  return [
    toCost(`${REFERENCE}list_directory`, lines.join("\n"), `${level.amount} of one level`, level.isPartial),
    toCost(`${REFERENCE}directory_tree`, json, `${tree.amount} of all levels`, tree.isPartial),
  ];
}

/** The first entries, and how many these are, in words. The reference shows hidden names and what git ignores, too. */
async function readFirst(request: ListDirAllOptions) {
  const entries: ListDirEntry[] = [];
  for await (const part of listDirAll({ ...request, gitignore: "off", cacheBytes: 0 })) {
    part.entries.forEach((entry) => entries.push(entry));
    if (entries.length > MAX_ENTRIES) {
      break;
    }
  }
  const isPartial = entries.length > MAX_ENTRIES;
  const amount = isPartial ? `the first ${renderCount(MAX_ENTRIES)} entries` : "all entries";
  return { entries: entries.slice(0, MAX_ENTRIES), amount, isPartial };
}

/** The objects of the reference, each directory with its own inside. Each entry comes after the directory that it is in. */
function toObjects(entries: readonly ListDirEntry[]): object[] {
  const top: object[] = [];
  /** The lists that entries of each depth are added to. */
  const lists = [top];
  for (const { path, kind, depth } of entries) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const children: object[] = [];
    lists[depth - 1]?.push(kind === "directory" ? { name, type: "directory", children } : { name, type: "file" });
    lists[depth] = children;
  }
  return top;
}
