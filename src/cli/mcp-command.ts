// `dirleaf mcp`: one run of the server, from the command to its exit code.
import type { ServerProcess } from "./terminal-process.ts";
import { loadMaps } from "../listing/map-dir.ts";
import { openStores } from "../listing/open-stores.ts";
import { refuseMissingRoots } from "../listing/refuse-missing-roots.ts";
import { serveUntil, type RunningServer } from "./serve-until.ts";
import { errorLog } from "../mcp/error-log.ts";
import { toHttpSettings, type HttpSettings } from "../mcp/http-settings.ts";
import { toMcpSettings, type McpSettings } from "../mcp/mcp-settings.ts";
import { toMcpOptions, tryDirectory } from "./mcp-options.ts";
import type { McpCommand } from "./parse-command.ts";
import { stopSignal } from "./stop-signal.ts";
import { tellByHand } from "./tell-by-hand.ts";
import { Engine } from "../mcp/engine.ts";
import { makeOffer } from "../mcp/offer.ts";
import { LineConnection } from "../mcp/line-connection.ts";

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** A server loads all it needs soon after its start, before an update in place can remove it. */
const LOAD_AFTER_MS = 2000;

interface Plan {
  readonly settings: McpSettings;
  readonly engine: Engine;
  /** Set if the server listens on HTTP instead of the standard streams. */
  readonly http: HttpSettings | undefined;
  readonly warning: string | undefined;
}

type Log = (error: Error) => void;

/** Serves until the input ends or a stop signal arrives, and returns the exit code. */
export async function runMcpCommand(command: McpCommand, host: ServerProcess): Promise<number> {
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
    if (http === undefined) {
      tellByHand(host.stdin, host.stderr);
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
async function makePlan(command: McpCommand, host: ServerProcess): Promise<Plan> {
  const { tools, http, warning } = toMcpOptions(command, host);
  const stores = await openStores(tools.roots ?? [], command.store);
  const page = command.values.flags.has("ui") ? await readPageFor(host) : undefined;
  const settings = toMcpSettings({ ...tools, stores }, http === undefined, page);
  await refuseMissingRoots(settings.router.roots, tryDirectory(host));
  return { settings, engine: new Engine(makeOffer(settings)), http: http && toHttpSettings(http), warning };
}

async function readPageFor({ argv }: ServerProcess): Promise<string> {
  const { readHostPage } = await import("../web/page-file.ts");
  return readHostPage(argv[1] as string);
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
