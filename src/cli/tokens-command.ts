// `dirleaf tokens [dir…]`: what a directory would cost a model, as each tool shows it and as the reference MCP server does.
import { listDirAll, type ListDirAllOptions } from "../tools/list-dir-all.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";
import { renderHeader, renderRoot } from "../text/closing-lines.ts";
import type { ListDirEntry } from "../text/listing.ts";
import { renderCount } from "../text/entry-label.ts";
import { callTool } from "./call-command.ts";
import { forEachDirectory } from "./directories.ts";
import { showProgress } from "./progress.ts";
import { cutLine, lookOf, paint } from "./coloured-line.ts";
import type { CommandLine } from "./command-line.ts";
import { printEscaped, type TerminalProcess } from "./terminal-process.ts";

/** What a call costs, and what it shows for that. */
interface Cost {
  readonly call: string;
  readonly bytes: number;
  readonly tokens: number;
  /** Set if the text was cut. */
  readonly partial?: true;
  readonly shows: string;
}

interface Costs {
  readonly ours: readonly Cost[];
  readonly reference: readonly Cost[];
}

/** Prints a table for each directory, or a line of JSON, and returns the exit code. */
export async function runTokensCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const look = lookOf(command.options, terminal);
  return forEachDirectory(command, terminal, async ({ dirPath, stores, audience, head }) => {
    const costs = await showProgress(terminal, ({ onProgress }) => {
      const answer = (tool: string, json: string) => callTool(tool, json, command, onProgress);
      return measureCalls(answer, { dirPath, stores, onProgress });
    });
    const root = renderRoot(dirPath);
    const header = audience === "people" ? root : renderHeader(root);
    const table = [[{ text: header }], ...renderTable(costs).map((text) => cutLine([{ text }], look.columns))];
    const shown = command.options.has("json") ? JSON.stringify({ root, ...costs }) : head + paint(table, look);
    await printEscaped(terminal.output, `${shown}\n`);
    return 0;
  });
}

/** What our tools show if a call gives nothing but a directory. */
const OURS = {
  map_dir: "names and counts of all levels",
  list_dir: "at most 25 entries of two levels",
  list_directory: "at most 100 names of one level, no dot names",
};

/** What calls that give nothing but a directory cost. `answer` asks one of our tools. Throws a `FunctionCallError`. */
export async function measureCalls(
  answer: (tool: string, json: string) => Promise<string>,
  request: ListDirAllOptions,
): Promise<Costs> {
  const ours: Cost[] = [];
  for (const [tool, shows] of Object.entries(OURS)) {
    ours.push(toCost(tool, await answer(tool, JSON.stringify({ path: request.dirPath })), shows));
  }
  return { ours, reference: await measureReference(request) };
}

function toCost(call: string, text: string, shows: string, partial: boolean = false): Cost {
  const tokens = Math.round(estimateTokens(text));
  return { call, bytes: Buffer.byteLength(text), tokens, ...(partial && { partial }), shows };
}

/** The same bytes in every locale: a program may read them. */
export function renderTable({ ours, reference }: Costs): string[] {
  const rows = [...ours, ...reference].map(({ call, bytes, tokens, partial, shows }) => {
    const more = partial === true ? "+" : "";
    return [call, renderCount(bytes) + more, renderCount(tokens) + more, shows] as const;
  });
  const cells = [["", "bytes", "~tokens", "shows"] as const, ...rows];
  const [first, second, third] = ([0, 1, 2] as const).map((column) =>
    Math.max(...cells.map((row) => row[column].length)),
  ) as [number, number, number];
  const lines = cells.map(([call, bytes, tokens, shows]) =>
    [call.padEnd(first), bytes.padStart(second), tokens.padStart(third), shows].join("  "),
  );
  return lines.toSpliced(1 + ours.length, 0, "as @modelcontextprotocol/server-filesystem answers:");
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
    toCost("list_directory", lines.join("\n"), `${level.amount} of one level`, level.isPartial),
    toCost("directory_tree", json, `${tree.amount} of all levels`, tree.isPartial),
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
