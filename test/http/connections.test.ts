// Which connection is closed to make room for another, and what a server waits for before it ends: real sockets, few of them.
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";

import { Connections, type ConnectionBounds } from "../../src/http/connections.ts";

/** A server whose answers the test gives. Every address that begins with 127 is a client of its own. */
async function serve(bounds: ConnectionBounds) {
  const connections = new Connections(bounds);
  const answers: (() => void)[] = [];
  const server = http.createServer((request, response) => {
    const connection = connections.of(request.socket);
    if (connection !== undefined) {
      connection.isKnown = true;
      connection.serve(response, async () => {
        await new Promise<void>((resolve) => {
          answers.push(resolve);
        });
        response.end("done");
      });
    }
  });
  const work = { ended: 0 };
  server.on("connection", (socket) => {
    socket.once("close", () => (work.ended += 1));
    connections.admit(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const connect = async (localAddress = "127.0.0.1") => {
    const accepted = once(server, "connection");
    const socket = net.connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {}).resume();
    await Promise.all([once(socket, "connect"), accepted]);
    return socket;
  };
  const request = async (socket: net.Socket) => {
    const before = answers.length;
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => answers.length, { interval: 1 }).toBe(before + 1);
    return answers[before] as () => void;
  };
  /** A connection that has made a request, which was answered. */
  const used = async (localAddress?: string) => {
    const socket = await connect(localAddress);
    const answered = once(socket, "data");
    (await request(socket))();
    await answered;
    await connections.written();
    return socket;
  };
  return { connections, work, connect, request, used };
}

/** Which of these are still open, once one of them was closed. */
async function openAfterOneEnd(...sockets: readonly net.Socket[]): Promise<boolean[]> {
  await expect.poll(() => sockets.some(({ closed }) => closed), { interval: 1 }).toBe(true);
  return sockets.map(({ closed }) => !closed);
}

describe("where there are too many connections", () => {
  test("one that never made a valid request is closed first, even if it is the newest", async () => {
    const { connect, used } = await serve({ most: 2, mostPerClient: 9 });
    const sockets = [await used(), await connect(), await connect()];
    expect(await openAfterOneEnd(...sockets)).toEqual([true, false, true]);
  });

  test("then the idle one that was used least recently, whoever's it is", async () => {
    const { connect, request, used } = await serve({ most: 3, mostPerClient: 9 });
    const sockets = [await used("127.0.0.2"), await used("127.0.0.3"), await used("127.0.0.4")];
    const again = once(sockets[0] as net.Socket, "data");
    (await request(sockets[0] as net.Socket))();
    await again;
    expect(await openAfterOneEnd(...sockets, await connect("127.0.0.5"))).toEqual([true, false, true, true]);
  });

  test("of one client, one of its own is closed, and a client with few loses none", async () => {
    const { connect, used } = await serve({ most: 9, mostPerClient: 2 });
    const sockets = [await connect("127.0.0.2"), await used(), await used(), await connect()];
    expect(await openAfterOneEnd(...sockets)).toEqual([true, false, true, true]);
  });

  test("and all are busy, the new one is closed; those that are gone don't count", async () => {
    const { work, connect, request } = await serve({ most: 9, mostPerClient: 2 });
    const busy = [await connect(), await connect()];
    await request(busy[0] as net.Socket);
    await request(busy[1] as net.Socket);
    expect(await openAfterOneEnd(...busy, await connect())).toEqual([true, true, false]);
    busy[0]?.destroy();
    await expect.poll(() => work.ended, { interval: 1 }).toBe(2);
    await request(await connect());
  });
});

describe("a server that ends", () => {
  test("waits for answers, and apart from that for their being sent", async () => {
    const { connections, connect, request } = await serve({ most: 9, mostPerClient: 9 });
    const done: string[] = [];
    const sockets = [await connect(), await connect()] as const;
    const answers = [await request(sockets[0]), await request(sockets[1])];
    const waiting = [
      connections.idle().then(() => done.push("idle")),
      connections.written().then(() => done.push("written")),
    ];
    answers[0]?.();
    await once(sockets[0], "data");
    expect(done).toEqual([]);
    answers[1]?.();
    await Promise.all(waiting);
    expect(done).toEqual(["idle", "written"]);
    // Nothing is under way any more.
    await Promise.all([connections.idle(), connections.written()]);
  });

  test("waits for none whose client has gone", async () => {
    const { connections, connect, request } = await serve({ most: 9, mostPerClient: 9 });
    const socket = await connect();
    await request(socket);
    const waiting = Promise.all([connections.idle(), connections.written()]);
    socket.destroy();
    expect(await waiting).toHaveLength(2);
  });
});
