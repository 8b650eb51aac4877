// `dirleaf tokens [dir…]`: what each tool's answer about a directory costs a model.
import { estimateTokens } from "../text/estimate-tokens.ts";
import { renderHeader } from "../text/closing-lines.ts";
import { plain, renderRoot } from "../text/entry-label.ts";
import { renderCount } from "../text/amounts.ts";
import { callTool } from "./call-command.ts";
import { forEachDirectory } from "./directories.ts";
import { showProgress } from "./progress.ts";
import { fit } from "./screen.ts";
import type { CommandLine } from "./command-line.ts";
import { printEscaped, type TerminalProcess } from "./terminal-process.ts";

/** What a call costs, and what it shows. */
interface Cost {
  readonly call: string;
  readonly bytes: number;
  readonly tokens: number;
  readonly shows: string;
}

/** Prints a table for each directory, or a line of JSON, and returns the exit code. */
export async function runTokensCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  return forEachDirectory(command, terminal, async ({ dirPath, audience, head, columns }) => {
    const costs = await showProgress(terminal, (onProgress) =>
      measureCalls((tool, json) => callTool(tool, json, command, onProgress), dirPath),
    );
    const root = renderRoot(dirPath);
    const header = audience === "people" ? root : renderHeader(root);
    const rows = fit(
      renderTable(costs).map((text) => [{ text }]),
      columns,
    );
    const table = [header, ...rows.map(plain)].join("\n");
    const shown = command.options.has("json") ? JSON.stringify({ root, costs }) : head + table;
    await printEscaped(terminal.output, `${shown}\n`);
    return 0;
  });
}

/** What each tool shows if a call only names a directory. */
const SHOWN = {
  map_dir: "names and counts of all levels",
  find_files: "the newest files of all levels",
  list_dir: "the first page of the upper levels",
  list_directory: "the first page of one level, no dot names",
};

/** The costs of calls that only name a directory. `answer` calls a tool. Throws a `FunctionCallError`. */
export async function measureCalls(
  answer: (tool: string, json: string) => Promise<string>,
  path: string,
): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (const [call, shows] of Object.entries(SHOWN)) {
    const text = await answer(call, JSON.stringify({ path }));
    costs.push({ call, bytes: Buffer.byteLength(text), tokens: estimateTokens(text), shows });
  }
  return costs;
}

/** The table, the same in every locale, since programs may read it. */
export function renderTable(costs: readonly Cost[]): string[] {
  const cells = [
    ["", "bytes", "~tokens", "shows"] as const,
    ...costs.map(({ call, bytes, tokens, shows }) => [call, renderCount(bytes), renderCount(tokens), shows] as const),
  ];
  const widthOf = (column: 0 | 1 | 2) => Math.max(...cells.map((row) => row[column].length));
  return cells.map(([call, bytes, tokens, shows]) =>
    [call.padEnd(widthOf(0)), bytes.padStart(widthOf(1)), tokens.padStart(widthOf(2)), shows].join("  "),
  );
}
