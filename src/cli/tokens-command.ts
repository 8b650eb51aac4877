// `dirleaf tokens [dir]`: what a directory would cost a model, as each tool shows it and as the reference MCP server does.
import { openStores } from "../listing/open-stores.ts";
import { estimateTokens } from "../render/estimate-tokens.ts";
import { callTool } from "./call-command.ts";
import type { TokensCommand } from "./parse-command.ts";
import { print } from "./print.ts";
import { measureReference, type Cost } from "./reference-cost.ts";
import { cutTo } from "./terminal/display-width.ts";
import { windowOf } from "./terminal/window.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";
import { watchWork } from "./watch-work.ts";

interface Row extends Cost {
  readonly call: string;
  readonly shows: string;
}

/** Prints a table and returns the exit code. Throws a `FunctionCallError`. */
export async function runTokensCommand({ directory, store }: TokensCommand, host: TerminalProcess): Promise<number> {
  const dirPath = await toDirPath(directory, host);
  const rows: Row[] = [];
  let head = "";
  for (const { toolName, field, shows } of TOOLS) {
    const payload = JSON.stringify({ [field]: dirPath });
    const answer = await callTool({ type: "call", profiles: ["leaf"], toolName, payload, store }, host);
    if (!answer.success) {
      await print(host.stderr, `${answer.content}\n`);
      return 1;
    }
    const { content } = answer;
    const tokens = estimateTokens(content);
    head ||= `${content.split("\n", 1)[0]}\n`;
    rows.push({ call: toolName, bytes: Buffer.byteLength(content), tokens, isPartial: false, shows: shows(content) });
  }
  const stores = await openStores([dirPath], store);
  const { level, tree } = await watchWork(host, ({ onProgress, restart }) =>
    measureReference({ dirPath, stores, onProgress, onPart: restart }),
  );
  rows.push({ call: "server-filesystem list_directory", ...level, shows: `${countOf(level)} of one level` });
  rows.push({ call: "server-filesystem directory_tree", ...tree, shows: `${countOf(tree)} of all levels` });
  const { columns = Infinity } = windowOf(host.stdout);
  const table = renderTable(rows).map((line) => `${cutTo(line, columns)}\n`);
  await print(host.stdout, head + table.join(""));
  return 0;
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
function renderTable(rows: readonly Row[]): string[] {
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

/** Thousands are parted by a comma, in every locale. */
function writeNumber(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
