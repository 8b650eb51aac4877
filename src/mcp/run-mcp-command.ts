// `dirleaf mcp`: one run of the server, from the words of the command to its exit code.
import type { CommandProcess } from "../tools/command-process.ts";
import { openStores } from "../tools/open-stores.ts";
import { drain } from "./drain.ts";
import { errorLog } from "./error-log.ts";
import { HttpSettingsError, toHttpSettings, type HttpOptions } from "./http-settings.ts";
import { toMcpSettings, type McpSettings } from "./mcp-settings.ts";
import { McpUsageError, parseMcpCommand } from "./parse-mcp-command.ts";
import { stopSignal } from "./stop-signal.ts";

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** Serves until it is told to stop, and gives the exit code. */
export async function runMcpCommand(argv: readonly string[], host: CommandProcess): Promise<number> {
  try {
    const { tools, store, http } = parseMcpCommand(argv, host.cwd());
    const stores = await openStores(tools.roots ?? [], store);
    const settings = toMcpSettings({ ...tools, stores }, http === undefined);
    if (http === undefined) {
      const { serveStandardStreams } = await import("./serve-standard-streams.ts");
      await serveStandardStreams(settings, host);
    } else {
      await listen(settings, http, host);
    }
    return DONE;
  } catch (error) {
    const isUsage = [McpUsageError, HttpSettingsError, TypeError].some((type) => error instanceof type);
    errorLog(host.stderr)(error as Error);
    return isUsage ? WRONG_USAGE : FAILED;
  }
}

async function listen(settings: McpSettings, http: HttpOptions, host: CommandProcess): Promise<void> {
  const httpSettings = toHttpSettings(http);
  // What HTTP needs is not loaded by a server on the standard streams, whose start a host waits for.
  const [{ serveHttp }, { createServerFactory }] = await Promise.all([
    import("./serve-http.ts"),
    import("./create-server-factory.ts"),
  ]);
  const stopped = stopSignal(host);
  const listener = await serveHttp(createServerFactory(settings), httpSettings, errorLog(host.stderr));
  host.stderr.write(`listening on ${listener.url}\n`);
  await stopped;
  listener.stopListening();
  await drain(listener);
  await listener.close();
}
