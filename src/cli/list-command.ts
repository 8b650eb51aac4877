// `dirleaf [dir…]`: lists directories, one below the other. A pipe gets the answer that a model would get. A terminal gets a map unless there
// are options for listings. Code for terminals is loaded on demand.
import { makePage } from "../tools/list-dir.ts";
import type { CommandLine, ToolArguments } from "./command-line.ts";
import { audienceOf, forEachDirectory, type NamedDirectory } from "./directories.ts";
import { answerLines, notesOn, printAnswer } from "./print-answer.ts";
import { showProgress } from "./progress.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** What `--all` stands for. */
const EVERYTHING = { order: "tree", depth: Infinity, limit: Infinity, hidden: true } as const;

/** The options that choose a page, even with `--all`. */
const OF_PAGES = ["order", "after", "offset", "limit"];

/** The options that maps and listings share and that ask for neither. */
const NEUTRAL = new Set(["color", "endpoint", "region"]);

/** Lists directories and returns the exit code. */
export async function runListCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options } = command;
  if (audienceOf(command, terminal) === "people" && [...options.values.keys()].every((name) => NEUTRAL.has(name))) {
    return (await import("./map-command.ts")).runMapCommand(command, terminal);
  }
  const all = options.has("all") ? EVERYTHING : {};
  const isStreamed = options.has("all") && !["json", ...OF_PAGES].some((name) => options.has(name));
  return forEachDirectory(command, terminal, async (directory) => {
    const { dirPath, settings, audience } = directory;
    if (isStreamed) {
      await (await import("./print-all.ts")).printAll(directory, terminal);
      return 0;
    }
    const answer = await showProgress(terminal, (onProgress) =>
      makePage(
        { ...(audience === "people" && fitWindow(directory)), ...all, ...options.toolArguments, dirPath, onProgress },
        settings,
      ),
    );
    await printAnswer(directory, terminal, {
      ...answer,
      lines: async () => {
        const { fit, treeLines } = await import("./screen.ts");
        const page = answer.data();
        return answerLines(page, fit(treeLines(page.entries), directory.columns));
      },
      paths: () => {
        const page = answer.data();
        const entries = page.entries.filter(({ context }) => context !== true);
        return { entries, notes: notesOn(page, page.entries) };
      },
    });
    return 0;
  });
}

/** The default for people: no dot names, and level by level as many entries as the window has room for. */
function fitWindow({ rows }: NamedDirectory): ToolArguments {
  // The other four lines: the root, `…`, how to go on, and the shell's prompt.
  return { hidden: false, ...(rows !== undefined && { depth: Infinity, limit: Math.max(rows - 4, 1) }) };
}
