// `dirleaf web [roots…]`: serves a page on this machine that shows a tree, and what a model is shown of it.
import { randomBytes } from "node:crypto";

import { openStores } from "../calls/open-stores.ts";
import { openBrowser } from "../web/open-browser.ts";
import { readPage } from "../web/page-file.ts";
import { serveWeb } from "../web/serve-web.ts";
import { WebCalls } from "../web/web-calls.ts";
import { directoriesOf, fromWorkingDirectory, storeOf } from "./directories.ts";
import { stopSignal } from "./serve-until.ts";
import type { CommandLine } from "./command-line.ts";
import { printEscaped, type TerminalProcess } from "./terminal-process.ts";

/** Serves the page until SIGINT or SIGTERM, and then returns the exit code. */
export async function runWebCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options } = command;
  const roots = directoriesOf(command).map((root) => fromWorkingDirectory(root, terminal));
  const stores = await openStores(roots, storeOf(command));
  const calls = new WebCalls({ roots, stores, deny: options.values.get("deny") });
  const say = (line: string) => void printEscaped(terminal.stderr, `dirleaf web: ${line}\n`).catch(() => {});
  let closeFile: (() => void) | undefined;
  const token = randomBytes(32).toString("base64url");
  const stopped = stopSignal(terminal);
  const listener = await serveWeb(readPage(terminal.argv[1] as string), token, calls, () => closeFile?.());
  // A browser never sends what comes after `#`: the page reads the token there.
  const address = `${listener.url}#${token}`;
  try {
    await printEscaped(terminal.output, `${address}\nPress Ctrl-C to stop.\n`);
    if (!options.has("no-open")) {
      closeFile = openBrowser(address, say);
    }
    await stopped;
  } finally {
    closeFile?.();
    listener.close();
  }
  return 0;
}
