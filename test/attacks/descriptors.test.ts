// A server that has run out of descriptors says so, and recovers when some are free again.
import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";

import { commandFile } from "../support/started-command.ts";
import { makeTree } from "../support/make-tree.ts";

/** Starts a server with few descriptors, and with deny rules that need some. */
async function startPoorServer(root: string): Promise<URL> {
  const words = [process.execPath, commandFile(), "mcp", "--http", "--port", "0", "--deny", "**/[x]secret", root];
  const child = spawn("sh", ["-c", 'ulimit -n 48; exec "$@"', "sh", ...words], { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: child.stderr }), "line")) as [string];
  return new URL(line.replace("listening on ", ""));
}

/** A persistent connection: calls on it need no descriptor of their own. */
async function connectTo({ hostname, port, host }: URL) {
  const socket = net.connect(Number(port), hostname);
  await once(socket, "connect");
  socket.setEncoding("utf8");
  const call = async (args: object): Promise<string> => {
    const params = { name: "list_dir", arguments: args };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const head = [
      "POST /mcp HTTP/1.1",
      `Host: ${host}`,
      "Content-Type: application/json",
      "Accept: application/json, text/event-stream",
      `Content-Length: ${body.length}`,
    ];
    let text = "";
    const whole = new Promise<string>((resolve) => {
      const take = (chunk: string): void => {
        text += chunk;
        if (text.includes('"jsonrpc"') && (text.endsWith("\r\n0\r\n\r\n") || /content-length/i.test(text))) {
          socket.off("data", take);
          resolve(text);
        }
      };
      socket.on("data", take);
    });
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    return whole;
  };
  return { call, close: () => socket.destroy() };
}

test("deny rules work again when descriptors are free again", async () => {
  const root = makeTree("a", "xsecret");
  const url = await startPoorServer(root);
  const first = await connectTo(url);
  const others: net.Socket[] = [];
  for (let count = 0; count < 64; count += 1) {
    const socket = net.connect(Number(url.port), url.hostname).on("error", () => {});
    others.push(socket);
  }
  onTestFinished(() => others.forEach((socket) => socket.destroy()));
  const refused = await retry(() => first.call({ dir_path: root }), /EMFILE/);
  expect(refused).toContain('"isError":true');
  others.forEach((socket) => socket.destroy());
  const answer = await retry(() => first.call({ dir_path: root }), /Absolute path/);
  expect(answer).toContain(`Absolute path: ${root}\\na"`);
  first.close();
});

/** Repeats a call, because connections take a moment to open and close. */
async function retry(call: () => Promise<string>, expected: RegExp): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const text = await call();
    if (expected.test(text) || tries === 200) {
      return text;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
