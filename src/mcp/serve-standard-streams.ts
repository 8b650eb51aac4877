// The server on standard input and output, as a host starts it. Standard output carries the protocol and nothing else.
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import type { CommandProcess } from "../tools/command-process.ts";
import { createServerFactory } from "./create-server-factory.ts";
import { drain } from "./drain.ts";
import { errorLog } from "./error-log.ts";
import type { McpSettings } from "./mcp-settings.ts";
import { stopSignal } from "./stop-signal.ts";

/** Serves until the input ends or the process is told to stop. Throws where the connection can't go on. */
export async function serveStandardStreams(settings: McpSettings, host: CommandProcess): Promise<void> {
  const { stdin, stdout, stderr } = host;
  // A host that has gone closes the input; if it crashed, writing to it fails.
  const ended = new Promise<"ended">((resolve) => {
    const end = () => resolve("ended");
    stdin.once("end", end).once("close", end);
    stdout.once("error", end);
  });
  const transport = new StdioServerTransport(stdin, stdout);
  // The transport closes itself at a line that is longer than it holds, and tells nobody else.
  const broken = new Promise<"broken">((resolve) => {
    const close = transport.close.bind(transport);
    transport.close = async () => {
      await close();
      resolve("broken");
    };
  });
  const handle = serveStdio(createServerFactory(settings), { transport, onerror: errorLog(stderr) });
  const end = await Promise.race([ended, broken, stopSignal(host).then(() => "stopped" as const)]);
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
