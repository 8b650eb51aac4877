// The MCP server as a process whose event loop is watched.
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";

import { greeting, toLines, type Message } from "./stdio-server.ts";
import { commandFile } from "./started-command.ts";

const WATCH = path.join(import.meta.dirname, "watch-event-loop.mjs");

export interface WatchedServer {
  /** The text of an answer. */
  call(tool: string, args: object): Promise<string>;
  /** The longest time that the event loop was blocked since the last call, in milliseconds of processor time. */
  longestHold(): Promise<number>;
  close(): void;
}

/** Starts the server for a root. `nodeWords` are for Node itself. */
export async function watchedServer(root: string, nodeWords: readonly string[] = []): Promise<WatchedServer> {
  const child = fork(commandFile(), ["mcp", root], {
    cwd: root,
    execArgv: ["--import", WATCH, ...nodeWords],
    stdio: ["pipe", "pipe", "inherit", "ipc"],
  });
  const waiting = new Map<unknown, (message: Message) => void>();
  const ended = once(child, "exit").then(([status, signal]) => {
    throw new Error(`the server has ended: ${status ?? signal}`);
  });
  ended.catch(() => {});
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    waiting.get(message.id)?.(message);
  });
  let lastId = 0;
  const answer = (id: unknown): Promise<Message> =>
    Promise.race([ended, new Promise<Message>((resolve) => void waiting.set(id, resolve))]);
  const hello = answer("hello");
  child.stdin?.write(toLines(greeting()));
  await hello;
  return {
    async call(name, args) {
      lastId += 1;
      const answered = answer(lastId);
      const request = { jsonrpc: "2.0", id: lastId, method: "tools/call", params: { name, arguments: args } };
      child.stdin?.write(toLines([request]));
      const { result, error } = await answered;
      const content = (result as { content?: { text: string }[] } | undefined)?.content;
      return content?.[0]?.text ?? `error: ${error?.message}`;
    },
    async longestHold() {
      const told = once(child, "message");
      child.send("tell");
      const [{ longest }] = (await Promise.race([ended, told])) as [{ longest: number }];
      return longest;
    },
    close() {
      child.disconnect();
      child.kill("SIGKILL");
    },
  };
}
