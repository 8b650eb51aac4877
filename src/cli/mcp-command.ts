// `dirleaf mcp`: one run of the server, from the command line to its exit code.
import { readFileSync } from "node:fs";

import { openStores } from "./open-stores.ts";
import { Engine } from "../mcp/engine.ts";
import type { HttpOptions } from "../mcp/http-settings.ts";
import { LineConnection } from "../mcp/line-connection.ts";
import { LONGEST_CALL_MS, toMcpSettings, type McpOptions } from "../mcp/mcp-settings.ts";
import { makeOffer } from "../mcp/offer.ts";
import { storeOf, fromWorkingDirectory } from "./directories.ts";
import { serveUntil, stopSignal } from "./serve-until.ts";
import type { CommandLine, TypedOptions } from "./command-line.ts";
import { isTerminal, printEscaped, type TerminalProcess } from "./terminal-process.ts";
import { UsageError } from "./usage-error.ts";

/** The environment variable that may hold the token. */
const TOKEN_VARIABLE = "DIRLEAF_TOKEN";

const HTTP_OPTIONS = ["host", "port", "token-file", "allow-host"] as const;

/** Serves until the input ends or a stop signal arrives, and returns the exit code. */
export async function runMcpCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { settings, offer, http } = await prepareServer(command, terminal);
  const log = ({ message }: Error) => void printEscaped(terminal.stderr, `dirleaf mcp: ${message}\n`).catch(() => {});
  const engine = new Engine(offer);
  const stopped = stopSignal(terminal);
  if (http === undefined) {
    if (isTerminal(terminal.stdin)) {
      log(new Error("waiting for an MCP host, which usually starts this command; press Ctrl-D to stop"));
    }
    const connection = new LineConnection(engine, terminal.stdin, terminal.stdout, settings.sharedReads, log);
    const isRead = await serveUntil(stopped, connection, LONGEST_CALL_MS);
    if (!isRead) {
      log(new Error("the client did not read some answers in time"));
    }
    return isRead ? 0 : 1;
  }
  const { serveHttp } = await import("../mcp/serve-http.ts");
  const listener = await serveHttp(engine, http, log);
  terminal.stderr.write(`listening on ${listener.url}\n`);
  // Connections are closed even if clients have not read everything.
  await serveUntil(stopped, listener, LONGEST_CALL_MS);
  return 0;
}

/** Everything that the server needs. Whatever is wrong with the command is reported here, before the server starts. */
async function prepareServer(command: CommandLine, terminal: TerminalProcess) {
  const tools = toMcpOptions(command, terminal);
  const httpOptions = toHttpOptions(command.options, terminal);
  const stores = await openStores(command.operands, storeOf(command));
  const page = command.options.has("ui")
    ? (await import("../web/page-file.ts")).readHostPage(terminal.argv[1] as string)
    : undefined;
  const settings = toMcpSettings({ ...tools, stores }, httpOptions === undefined, page);
  // Loaded on demand: a server on the standard streams does not need HTTP, and its host waits for it to start.
  const http = httpOptions && (await import("../mcp/http-settings.ts")).toHttpSettings(httpOptions);
  return { settings, offer: makeOffer(settings), http };
}

/** What the command line says about the tools. Relative paths become absolute. */
export function toMcpOptions(command: CommandLine, terminal: TerminalProcess): McpOptions {
  const { operands: roots, options } = command;
  return {
    // With roots, relative paths in calls do not depend on where the server was started.
    workingDirectory: roots.length === 0 ? terminal.cwd() : undefined,
    roots: roots.length === 0 ? undefined : roots.map((root) => fromWorkingDirectory(root, terminal)),
    tools: options.list("tools"),
    profile: options.profile,
    deny: options.values.get("deny"),
    defaults: options.toolArguments,
    structured: !options.has("no-structured"),
    ...(options.has("no-cache") && { cacheBytes: 0 }),
    maxIndexed: options.count("max-indexed"),
    maxOutputBytes: options.count("max-bytes"),
    maxRunning: options.count("max-running"),
  };
}

/** What the command line says about HTTP; undefined if the server is on the standard streams. */
export function toHttpOptions(options: TypedOptions, terminal: TerminalProcess): HttpOptions | undefined {
  if (!options.has("http")) {
    const unused = HTTP_OPTIONS.find((name) => options.has(name));
    if (unused !== undefined) {
      throw new UsageError(`--${unused} needs --http`, "mcp");
    }
    return undefined;
  }
  return {
    host: options.last("host"),
    port: options.count("port"),
    token: readToken(options.last("token-file"), terminal),
    allowedHosts: options.values.get("allow-host"),
  };
}

/** The token in a file, or else in the environment. */
function readToken(file: string | undefined, terminal: TerminalProcess): string | undefined {
  const token = terminal.env[TOKEN_VARIABLE];
  if (file === undefined && token === "") {
    throw new UsageError(`${TOKEN_VARIABLE} must not be empty`, "mcp");
  }
  try {
    return file === undefined ? token : readFileSync(fromWorkingDirectory(file, terminal), "utf8").trim();
  } catch (error) {
    throw new UsageError(`--token-file can't be read: ${(error as Error).message}`, "mcp");
  }
}
