// The program of the child process: reads a network mount for its parent. It ends when the channel is closed.
import { readErrorCode } from "../core/problem.ts";
import { DiskReader } from "./disk-reader.ts";
import type { Answer, Call } from "./remote-reader.ts";

/** How often it sends an empty answer. While it is stuck in a system call, it can't. */
const HEARTBEAT_MS = 500;

const reader = new DiskReader(0, () => false);

async function makeCall({ id, method, parameters }: Call): Promise<void> {
  try {
    const read = reader[method] as (...values: readonly unknown[]) => unknown;
    send({ id, value: await read.apply(reader, [...parameters]) });
  } catch (error) {
    send({ id, code: readErrorCode(error) ?? "EIO" });
  }
}

function send(answer: Answer): void {
  process.send?.(answer);
}

process.on("message", (call: Call) => void makeCall(call));
process.on("disconnect", () => process.exit());
// Ctrl-C goes to every process of a terminal. Our parent decides whether it ends us.
process.on("SIGINT", () => {});
setInterval(() => send({}), HEARTBEAT_MS);
send({});
