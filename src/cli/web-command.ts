// `dirleaf web [roots…]`: the MCP server over HTTP, on this machine, with a page that shows a tree, and what a model is shown of it.
import { randomBytes } from "node:crypto";

import { MODEL_LIMITS } from "../operator/operator-settings.ts";
import { openStores } from "./open-stores.ts";
import { Engine } from "../mcp/engine.ts";
import { toHttpSettings } from "../mcp/http-settings.ts";
import { toMcpSettings } from "../mcp/mcp-settings.ts";
import { makeOffer } from "../mcp/offer.ts";
import { ABOUT_URI } from "../mcp/page-data.ts";
import { serveHttp } from "../mcp/serve-http.ts";
import { TOOL_NAMES } from "../tools/tool-list.ts";
import { aboutRoots } from "../web/about.ts";
import { openBrowser } from "../web/open-browser.ts";
import { readHostPage, readPage, toServedPage } from "../web/page-file.ts";
import { directoriesOf, fromWorkingDirectory, storeOf } from "./directories.ts";
import { stopSignal } from "./serve-until.ts";
import type { CommandLine } from "./command-line.ts";
import { printEscaped, type TerminalProcess } from "./terminal-process.ts";

/** Serves the page until SIGINT or SIGTERM, and then returns the exit code. */
export async function runWebCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options } = command;
  const program = terminal.argv[1] as string;
  const roots = directoriesOf(command).map((root) => fromWorkingDirectory(root, terminal));
  const stores = await openStores(roots, storeOf(command));
  const tools = { tools: TOOL_NAMES, maxOutputBytes: MODEL_LIMITS.maxOutputBytes };
  const access = { roots, stores, deny: options.values.get("deny") };
  const offer = makeOffer(toMcpSettings({ ...access, ...tools }, false, readHostPage(program)));
  const about = { uri: ABOUT_URI, name: "about", mimeType: "application/json" };
  const contents = [{ uri: ABOUT_URI, mimeType: about.mimeType, text: JSON.stringify(aboutRoots(roots, TOOL_NAMES)) }];
  const engine = new Engine({ ...offer, resources: [...offer.resources, { definition: about, contents }] });
  const token = randomBytes(32).toString("base64url");
  const settings = toHttpSettings({ port: 0, token });
  const say = (line: string) => void printEscaped(terminal.stderr, `dirleaf web: ${line}\n`).catch(() => {});
  let closeFile: (() => void) | undefined;
  const guard: typeof settings.guard = (request) => {
    const refusal = settings.guard(request);
    if (refusal === undefined) {
      // Who has the token is the page, which is open now.
      closeFile?.();
    }
    return refusal;
  };
  const stopped = stopSignal(terminal);
  const page = toServedPage(readPage(program));
  const listener = await serveHttp(engine, { ...settings, guard }, ({ message }) => say(message), page);
  // A browser never sends what comes after `#`: the page reads the token there.
  const address = `${new URL("/", listener.url).href}#${token}`;
  try {
    await printEscaped(terminal.output, `${address}\nPress Ctrl-C to stop.\n`);
    if (!options.has("no-open")) {
      closeFile = openBrowser(address, say);
    }
    await stopped;
  } finally {
    closeFile?.();
    listener.stop();
    listener.close();
  }
  return 0;
}
