// One exchange by itself. Whole servers are in serve-http.test.ts.
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";

import type { HttpCalls } from "../../src/mcp/http-calls.ts";
import { exchange } from "../../src/mcp/http-exchange.ts";

/** Sends a request, and leaves or not once it is read. Returns how many calls were started, plain or by the SDK. */
async function startedCalls(leaves: boolean): Promise<number> {
  const take = vi.fn<HttpCalls["take"]>(async (_, __, response) => {
    response.end();
    return true;
  });
  const fetch = vi.fn<() => Promise<Response>>(async () => new Response("{}"));
  const client = new net.Socket().on("error", () => {});
  const exchanges: Promise<void>[] = [];
  const server = http.createServer((request, response) => {
    const reached = async () => {
      if (leaves) {
        client.destroy();
        await once(response, "close");
      }
    };
    const answerers = { calls: { take } as unknown as HttpCalls, handler: { fetch }, turn: { reached } };
    exchanges.push(exchange(request, response, answerers, "client"));
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  client.connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
  await once(server, "request");
  await exchanges[0];
  client.destroy();
  return take.mock.calls.length + fetch.mock.calls.length;
}

test("nothing is started for a client that left before the turn was over", async () => {
  expect(await startedCalls(true)).toBe(0);
  expect(await startedCalls(false)).toBe(1);
});
