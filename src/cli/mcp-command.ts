// `dirleaf mcp`: one run of the server, from the command to its exit code.
import type { ServerProcess } from "./terminal-process.ts";
import { loadMaps } from "../listing/map-dir.ts";
import { openStores } from "../listing/open-stores.ts";
import { refuseMissingRoots } from "../listing/refuse-missing-roots.ts";
import { stopSignal, serveUntil, type RunningServer } from "./serve-until.ts";
import { errorLog } from "../mcp/error-log.ts";
import { toHttpSettings, type HttpSettings } from "../mcp/http-settings.ts";
import { toMcpSettings } from "../mcp/mcp-settings.ts";
import { toMcpOptions, tryDirectory } from "./mcp-options.ts";
import type { ServerCommand } from "./parse-command.ts";
import { Engine } from "../mcp/engine.ts";
import { makeOffer } from "../mcp/offer.ts";
import { LineConnection } from "../mcp/line-connection.ts";

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** A server loads all it needs soon after its start, before an update in place can remove it. */
const LOAD_AFTER_MS = 2000;

/** What `dirleaf mcp` says to a person who starts it by hand: it would seem to hang, as it waits for a host. */
const BY_HAND = `dirleaf mcp is a server: it waits here for an MCP host, which starts it itself. To connect it:

  codex mcp add dirleaf -- npx -y dirleaf mcp
  claude mcp add dirleaf -- npx -y dirleaf mcp
  gemini mcp add dirleaf npx -y dirleaf mcp

In other hosts, the command is npx and its arguments are -y dirleaf mcp, then directories if it
should not list the workspace. 'dirleaf mcp --http' listens on HTTP instead, and
'dirleaf call list_dir' runs a tool once. Ctrl-C ends the server.
`;

type Plan = Awaited<ReturnType<typeof makePlan>>;
type Log = (error: Error) => void;

/** Serves until the input ends or a stop signal arrives, and returns the exit code. */
export async function runMcpCommand(command: ServerCommand<"mcp">, host: ServerProcess): Promise<number> {
  const log = errorLog(host.stderr);
  let plan: Plan;
  try {
    plan = await makePlan(command, host);
  } catch (error) {
    log(error as Error);
    return WRONG_USAGE;
  }
  try {
    const { engine, settings, http } = plan;
    setTimeout(() => void loadMaps(), LOAD_AFTER_MS).unref();
    if (http === undefined && (host.stdin as Partial<NodeJS.ReadStream>).isTTY === true) {
      host.stderr.write(BY_HAND);
    }
    const stopped = stopSignal(host);
    const server =
      http === undefined
        ? new LineConnection(engine, host.stdin, host.stdout, log)
        : await listen(plan, http, host, log);
    const isDone = await serveUntil(stopped, server, settings.longestCallMs);
    // An HTTP server closes its connections, whoever still reads.
    if (isDone || http !== undefined) {
      return DONE;
    }
    log(new Error("some answers were not read in time, and are lost"));
    // Output that nobody reads would keep the process alive.
    return host.exit(FAILED);
  } catch (error) {
    log(error as Error);
    return FAILED;
  }
}

/** Checks everything that can be wrong with the command before the server starts. */
async function makePlan(command: ServerCommand<"mcp">, host: ServerProcess) {
  const { tools, http, warning } = toMcpOptions(command, host);
  const stores = await openStores(tools.roots ?? [], command.store);
  const page = command.values.flags.has("ui")
    ? (await import("../web/page-file.ts")).readHostPage(host.argv[1] as string)
    : undefined;
  const settings = toMcpSettings({ ...tools, stores }, http === undefined, page);
  await refuseMissingRoots(settings.router.roots, tryDirectory(host));
  return { settings, engine: new Engine(makeOffer(settings)), http: http && toHttpSettings(http), warning };
}

async function listen(plan: Plan, http: HttpSettings, host: ServerProcess, log: Log): Promise<RunningServer> {
  // Loaded here, because a server on the standard streams does not need it, and a host waits for that one to start.
  const { serveHttp } = await import("../mcp/serve-http.ts");
  const listener = await serveHttp(plan.engine, http, log);
  host.stderr.write(`listening on ${listener.url}\n`);
  if (plan.warning !== undefined) {
    log(new Error(plan.warning));
  }
  return listener;
}
