// The server on standard input and output, as hosts start it. Standard output carries the protocol and nothing else.
import { drain } from "./drain.ts";
import type { Engine } from "./engine.ts";
import { LineConnection } from "./line-connection.ts";
import type { ServerProcess } from "./server-process.ts";
import { stopSignal } from "./stop-signal.ts";

/**
 * Serves until the input ends or the process gets a stop signal, and answers everything it was asked by then, within `longestCallMs`.
 * Returns whether the host read all answers. Throws if the connection can't go on.
 */
export async function serveStandardStreams(
  engine: Engine,
  host: ServerProcess,
  longestCallMs: number,
  onError: (error: Error) => void,
): Promise<boolean> {
  const connection = new LineConnection(engine, host.stdin, host.stdout, onError);
  const stopped = stopSignal(host);
  let isDone = false;
  try {
    await Promise.race([connection.over, stopped]);
  } finally {
    connection.stop();
    // As with any pipe, the reader may take as long as it likes, unless we get a stop signal.
    isDone = await drain(connection, longestCallMs, stopped);
    connection.close();
  }
  return isDone;
}
