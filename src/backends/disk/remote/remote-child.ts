// Starts the child process that reads one mount, and talks to it in lines of JSON. It never keeps our process alive.
import childProcess from "node:child_process";
import type net from "node:net";

import { remoteProgram, type RemoteAnswer, type RemoteOrder } from "./remote-program.ts";

/** A child that is running or starting. */
export interface RemoteChild {
  send(order: RemoteOrder): void;
  kill(): void;
}

/** What a child reports. */
export interface RemoteChildEvents {
  onAnswer(answer: RemoteAnswer): void;
  /** Called once, and only after `startRemoteChild` has returned, even if the child could not be started. */
  onEnd(): void;
}

/** Starts a child. It ends when our process does, however that ends, because its input ends then. */
export function startRemoteChild({ onAnswer, onEnd }: RemoteChildEvents): RemoteChild {
  const child = spawnNode();
  if (child?.pid === undefined) {
    child?.on("error", () => {});
    setImmediate(onEnd);
    return { send() {}, kill() {} };
  }
  child.on("error", () => {}).once("close", onEnd);
  // A failed write to a dead child does not matter: `onEnd` reports its end.
  child.stdin.on("error", () => {});
  let line = "";
  child.stdout.setEncoding("latin1").on("data", (chunk: string) => {
    const lines = chunk.split("\n");
    lines[0] = line + lines[0];
    line = lines.pop() ?? "";
    for (const text of lines) {
      const answer = parseAnswer(text);
      if (answer === undefined) {
        // Not Node, but an application that embeds Node and does not know `-e`.
        child.kill("SIGKILL");
        return;
      }
      onAnswer(answer);
    }
  });
  child.unref();
  // Bun's pipe to a child has no `unref`, and does not keep us alive.
  (child.stdin as Partial<net.Socket>).unref?.();
  child.stdout.unref();
  return {
    // Bytes, because Bun writes text as UTF-8 whatever it is told.
    send: (order) => void child.stdin.write(Buffer.from(`${JSON.stringify(order)}\n`, "latin1")),
    kill: () => void child.kill("SIGKILL"),
  };
}

function spawnNode(): childProcess.ChildProcessByStdio<net.Socket, net.Socket, null> | undefined {
  const libraries = process.env["LD_LIBRARY_PATH"];
  const env = { ELECTRON_RUN_AS_NODE: "1", ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }) };
  try {
    // Not in our working directory: Node looks around there when it starts, and it may be on the dead mount.
    return childProcess.spawn(process.execPath, ["-e", `(${remoteProgram.toString()})(require)`], {
      cwd: "/",
      env,
      stdio: ["pipe", "pipe", "ignore"],
    }) as childProcess.ChildProcessByStdio<net.Socket, net.Socket, null>;
  } catch {
    // Some failures are thrown and others come as an event. Either way, nothing can be read.
    return undefined;
  }
}

function parseAnswer(line: string): RemoteAnswer | undefined {
  try {
    const answer: unknown = JSON.parse(line);
    return typeof answer === "object" && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}
