// The server on standard input and output, as a host starts it. Standard output carries the protocol and nothing else.
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import type { CommandProcess } from "../tools/command-process.ts";
import { createServerFactory } from "./create-server-factory.ts";
import { DirectCalls } from "./direct-calls.ts";
import { drain } from "./drain.ts";
import { errorLog } from "./error-log.ts";
import { LineTransport } from "./line-transport.ts";
import type { McpSettings } from "./mcp-settings.ts";
import { stopSignal } from "./stop-signal.ts";
import { ToolCaller } from "./tool-caller.ts";

/** Serves until the input ends or the process is told to stop. Throws where the connection can't go on. */
export async function serveStandardStreams(settings: McpSettings, host: CommandProcess): Promise<void> {
  const { stdin, stdout, stderr } = host;
  const caller = new ToolCaller(settings);
  const transport = new LineTransport(stdin, stdout, new DirectCalls(caller));
  const handle = serveStdio(createServerFactory(settings, caller), { transport, onerror: errorLog(stderr) });
  const end = await Promise.race([transport.over, stopSignal(host).then(() => "stopped" as const)]);
  if (end === "stopped") {
    // No more calls are taken; those that run are answered.
    stdin.pause();
    await drain(settings.queue);
  }
  await handle.close();
  if (end === "broken") {
    throw new Error("the connection was given up: what came in can't be read");
  }
}
