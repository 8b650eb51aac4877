// `dirleaf web [roots…]`: serves a page on this machine that shows a tree, and what a model is shown of it.
import { randomBytes } from "node:crypto";

import { openStores } from "../listing/open-stores.ts";
import { refuseMissingRoots } from "../listing/refuse-missing-roots.ts";
import { stopSignal } from "../mcp/stop-signal.ts";
import { openBrowser } from "../web/open-browser.ts";
import { readPage } from "../web/page-file.ts";
import { serveWeb } from "../web/serve-web.ts";
import { WebCalls } from "../web/web-calls.ts";
import type { WebCommand } from "./parse-command.ts";
import { print } from "./print.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";
import { UsageError } from "./usage-error.ts";

/** Nobody guesses this many. */
const KEY_BYTES = 32;

/** Serves until a stop signal arrives, and returns the exit code. */
export async function runWebCommand(command: WebCommand, host: TerminalProcess): Promise<number> {
  const workingDirectory = host.cwd();
  const roots = await Promise.all(command.roots.map((root) => toDirPath(root, host)));
  const stores = await openStores(roots, command.store);
  const calls = await refuseMissingRoots(roots, workingDirectory)
    .then(() => new WebCalls({ roots, workingDirectory, stores, deny: command.deny }))
    .catch((error: Error) => {
      throw new UsageError(error.message, "web");
    });
  const page = readPage(host.argv[1] as string);
  const [token, ticket] = [randomKey(), randomKey()];
  const stopped = stopSignal(host);
  const listener = await serveWeb({ page, token, calls, ...(command.open && { ticket }) });
  // The part behind `#` is never sent: the page takes the token from there.
  await print(host.stdout, `${listener.url}#${token}\nCtrl-C ends it.\n`);
  if (command.open) {
    // Everybody on this machine may read the words that a browser was started with, so these are good for one time only.
    openBrowser(`${listener.url}#once=${ticket}`);
  }
  await stopped;
  listener.close();
  return 0;
}

function randomKey(): string {
  return randomBytes(KEY_BYTES).toString("base64url");
}
