// The program of the child process: makes the calls of its parent on a network mount. It ends when the channel is closed.
import { readErrorCode } from "../core/problem.ts";
import { DiskReads } from "./disk-reads.ts";
import type { Answer, Call } from "./remote-reads.ts";

/** How often it says that it runs. While it is stuck in a call to the kernel, it does not. */
const BEAT_MS = 500;

const reads = new DiskReads(0);

async function makeCall({ id, method, parameters }: Call): Promise<void> {
  try {
    const make = reads[method] as (...values: readonly unknown[]) => unknown;
    say({ id, value: await make.apply(reads, [...parameters]) });
  } catch (error) {
    say({ id, code: readErrorCode(error) ?? "EIO" });
  }
}

function say(answer: Answer): void {
  process.send?.(answer);
}

process.on("message", (call: Call) => void makeCall(call));
process.on("disconnect", () => process.exit());
// Ctrl-C goes to every process of a terminal. Our parent decides whether it ends us.
process.on("SIGINT", () => {});
setInterval(() => say({}), BEAT_MS);
say({});
