// `dirleaf tokens [dir…]`: what a directory would cost a model, as each tool shows it and as the reference MCP server does.
import { listDirAll, type ListDirAllOptions } from "../tools/list-dir-all.ts";
import { openStores } from "../calls/open-stores.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";
import type { ListDirEntry } from "../text/listing.ts";
import { renderCount } from "../text/entry-label.ts";
import { callTool } from "./call-command.ts";
import { forEachDirectory, storeOf, toDirPath } from "./directories.ts";
import type { TypedCommand } from "./parse-command.ts";
import { print } from "./print.ts";
import { showProgress } from "./progress.ts";
import { cutTo } from "./coloured-line.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";

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
export async function runTokensCommand(command: TypedCommand, terminal: TerminalProcess): Promise<number> {
  const store = storeOf(command);
  const { columns = Infinity } = windowOf(terminal.output);
  let head = "";
  return forEachDirectory(command, terminal, async ({ value }) => {
    const dirPath = toDirPath(value, terminal);
    const stores = await openStores([dirPath], store);
    const { header, costs } = await measureTools(dirPath, (toolName, json) =>
      callTool({ toolName, json, profiles: ["leaf"], store }, terminal),
    );
    const reference = await showProgress(terminal, ({ onProgress }) =>
      measureReference({ dirPath, stores, onProgress }),
    );
    const all = [...costs, ...reference];
    const table = [header, ...renderTable(all).map((line) => cutTo(line, columns))].join("\n");
    const root = header.slice(header.indexOf(": ") + 2);
    await print(
      terminal.output,
      `${command.options.has("json") ? JSON.stringify({ root, costs: all }) : head + table}\n`,
    );
    head = "\n";
    return 0;
  });
}

/** The tools that are measured. A call gives nothing but the directory. */
const TOOLS = [
  { toolName: "map_dir", field: "dir_path", shows: () => "names and counts of all levels" },
  { toolName: "list_dir", field: "dir_path", shows: describeListing },
  { toolName: "list_directory", field: "path", shows: describeDirectory },
] as const;

/** What the tools' answers cost, and the first line of their texts. `call` gets an answer. Throws a `FunctionCallError`. */
export async function measureTools(
  dirPath: string,
  call: (toolName: string, json: string) => Promise<string>,
): Promise<{ readonly header: string; readonly costs: readonly Cost[] }> {
  let header = "";
  const costs: Cost[] = [];
  for (const { toolName, field, shows } of TOOLS) {
    const answer = await call(toolName, JSON.stringify({ [field]: dirPath }));
    header ||= answer.split("\n", 1)[0] as string;
    costs.push(toCost(toolName, answer, shows(answer)));
  }
  return { header, costs };
}

function toCost(call: string, text: string, shows: string, partial: boolean = false): Cost {
  const tokens = Math.round(estimateTokens(text));
  return { call, bytes: Buffer.byteLength(text), tokens, ...(partial && { partial }), shows };
}

function describeListing(answer: string): string {
  const [, count] = /\nMore than (\d+) entries found[^\n]*$/.exec(answer) ?? [];
  return count === undefined ? "all entries of two levels" : `the first ${count} entries of two levels`;
}

function describeDirectory(answer: string): string {
  const { count, files } = JSON.parse(answer) as { count: number; files: readonly string[] };
  return `${files.length === count ? "all" : `the first ${files.length}`} names of one level, no dot names`;
}

/** The same bytes in every locale: a program may read them. */
export function renderTable(costs: readonly Cost[]): string[] {
  const rows = costs.map(({ call, bytes, tokens, partial, shows }) => {
    const more = partial === true ? "+" : "";
    return [call, renderCount(bytes) + more, renderCount(tokens) + more, shows] as const;
  });
  const cells = [["", "bytes", "tokens (estimated)", "shows"] as const, ...rows];
  const widthOf = (column: 0 | 1 | 2) => Math.max(...cells.map((row) => row[column].length));
  const [first, second, third] = [widthOf(0), widthOf(1), widthOf(2)];
  return cells.map(([call, bytes, tokens, shows]) =>
    [call.padEnd(first), bytes.padStart(second), tokens.padStart(third), shows].join("  "),
  );
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
  const json = JSON.stringify(toTree(tree.entries), undefined, 2);
  return [
    toCost("server-filesystem list_directory", lines.join("\n"), `${level.amount} of one level`, level.isPartial),
    toCost("server-filesystem directory_tree", json, `${tree.amount} of all levels`, tree.isPartial),
  ];
}

/** The first entries, and how many these are, in words. The reference shows hidden names and what git ignores, too. */
async function readFirst(request: ListDirAllOptions) {
  const entries: ListDirEntry[] = [];
  for await (const part of listDirAll({ ...request, gitignore: "off", cacheBytes: 0 })) {
    entries.push(...part.entries);
    if (entries.length > MAX_ENTRIES) {
      break;
    }
  }
  const isPartial = entries.length > MAX_ENTRIES;
  const amount = isPartial ? `the first ${renderCount(MAX_ENTRIES)} entries` : "all entries";
  return { entries: entries.slice(0, MAX_ENTRIES), amount, isPartial };
}

interface ReferenceEntry {
  readonly name: string;
  readonly type: "file" | "directory";
  readonly children?: ReferenceEntry[];
}

/** Entries that each come after the directory that they are in, as the reference nests them. */
function toTree(entries: readonly ListDirEntry[]): ReferenceEntry[] {
  const top: ReferenceEntry[] = [];
  /** The lists that entries of each depth are added to. */
  const lists = [top];
  for (const { path, kind, depth } of entries) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const children: ReferenceEntry[] = [];
    const isDirectory = kind === "directory";
    lists[depth - 1]?.push(isDirectory ? { name, type: "directory", children } : { name, type: "file" });
    lists[depth] = children;
  }
  return top;
}
