// The balancer of the load test: which calls it sends again, which it refuses, and what it does when a replica ends.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";

import { Balancer, type Replica } from "../../bench/balancer.mjs";

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A replica in this process. `end` ends it as a signal would. */
async function startReplica(pid: number, handle: Handler): Promise<Replica & { end(): void }> {
  const server = http.createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  let end = (): void => {};
  const ended = new Promise<string>((resolve) => {
    end = () => {
      server.close();
      server.closeAllConnections();
      resolve("SIGKILL");
    };
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { url, pid, ended, end, close: async () => end() };
}

/** A balancer in front of replicas that answer in these ways, and its port. */
async function balance(...handlers: readonly Handler[]) {
  const replicas: Awaited<ReturnType<typeof startReplica>>[] = [];
  const balancer = new Balancer(async () => {
    const replica = await startReplica(replicas.length, handlers[replicas.length % handlers.length] as Handler);
    replicas.push(replica);
    return replica;
  });
  const port = await balancer.open(handlers.length);
  onTestFinished(() => balancer.close());
  return { balancer, port, replicas };
}

async function call(port: number): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", body: "a call" });
  return { status: answer.status, text: await answer.text() };
}

/** Answers with the body it gets. */
const echo: Handler = (request, response) => void request.pipe(response);

/** Drops the connection without a byte of an answer. */
const drop: Handler = (request) => request.resume().once("end", () => request.socket.destroy());

/** Drops the connection in the middle of its answer. */
const breakOff: Handler = (request, response) => {
  response.writeHead(200, { "Content-Length": 100 }).write("half", () => request.socket.destroy());
};

test("a call that got no byte of an answer is sent to another replica, with its body", async () => {
  const { balancer, port } = await balance(drop, echo);
  expect(await call(port)).toEqual({ status: 200, text: "a call" });
  expect(balancer.retried).toBe(1);
});

test("a call that got a byte is refused with a reason, and sent to nobody else", async () => {
  let others = 0;
  const { balancer, port } = await balance(breakOff, (request, response) => {
    others += 1;
    echo(request, response);
  });
  const { status, text } = await call(port);
  expect({ status, text }).toEqual({ status: 502, text: expect.stringContaining("in the middle of its answer") });
  expect({ retried: balancer.retried, others }).toEqual({ retried: 0, others: 0 });
});

test("a call that no replica answers is refused with a reason", async () => {
  const { port } = await balance(drop, drop);
  expect(await call(port)).toEqual({ status: 503, text: expect.stringContaining("no replica") });
});

test("a replica that ended is taken out, and another started", async () => {
  const { balancer, port, replicas } = await balance(echo, echo);
  replicas[0]?.end();
  await expect.poll(() => balancer.members.map(({ pid }) => pid)).toEqual([1, 2]);
  expect(balancer.ended).toEqual([{ pid: 0, how: "SIGKILL" }]);
  expect(await call(port)).toEqual({ status: 200, text: "a call" });
});

test("a client that leaves takes its call with it", async () => {
  let isDropped = false;
  let arrived = (): void => {};
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  const { balancer, port } = await balance((_, response) => {
    response.once("close", () => (isDropped = true));
    arrived();
  }, echo);
  const request = http.request({ port, method: "POST" }).on("error", () => {});
  request.end("a call");
  await arrival;
  request.destroy();
  await expect.poll(() => isDropped).toBe(true);
  await expect.poll(() => balancer.members.map(({ underWay }) => underWay)).toEqual([0, 0]);
  expect(balancer.retried).toBe(0);
});
