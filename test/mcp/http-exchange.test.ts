// One exchange by itself. Whole servers are in serve-http.test.ts.
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";

import { Engine } from "../../src/mcp/engine.ts";
import { exchange } from "../../src/mcp/http-exchange.ts";

const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count"}}';
const HEADERS = "Content-Type: application/json\r\nAccept: application/json, text/event-stream";

/** Sends a call, and leaves or not once it is read. Returns how many calls were started. */
async function startedCalls(leaves: boolean): Promise<number> {
  let started = 0;
  const call = async () => {
    started += 1;
    return {};
  };
  const engine = new Engine({
    identity: { name: "test", version: "1" },
    instructions: "",
    capabilities: {},
    tools: [{ definition: { name: "count" }, call }],
    resources: [],
  });
  const client = new net.Socket().on("error", () => {});
  const exchanges: Promise<void>[] = [];
  const server = http.createServer((request, response) => {
    const turnEnds = async () => {
      if (leaves) {
        client.destroy();
        await once(response, "close");
      }
    };
    exchanges.push(exchange(engine, turnEnds, request, response));
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  client.connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\n${HEADERS}\r\nContent-Length: ${CALL.length}\r\n\r\n${CALL}`);
  await once(server, "request");
  await exchanges[0];
  client.destroy();
  return started;
}

test("nothing is started for a client that left before the turn was over", async () => {
  expect(await startedCalls(true)).toBe(0);
  expect(await startedCalls(false)).toBe(1);
});
