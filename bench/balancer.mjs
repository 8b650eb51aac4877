// A small HTTP balancer in front of replicas of one server. It takes out a replica that ended, and starts another. It sends a call
// again only if the replica did not send one byte of an answer; otherwise it refuses the call, and says why.
import http from "node:http";

/** Both are held in memory: a call so that it can be sent again, an answer so that the client never gets half of one. */
const LARGEST_BODY = 16 * 1024 * 1024;

/** A server that can't start must not be started forever. */
const MOST_STARTS = 20;

/** Headers that concern one connection, and not the call. */
const OF_THE_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);

export class Balancer {
  #start;
  #starts = 0;
  #isClosing = false;
  #starting = [];
  #server = http.createServer({ keepAliveTimeout: 0 }, (request, response) => void this.#serve(request, response));
  members = [];
  /** The replicas that ended although nobody closed them, and how. */
  ended = [];
  /** How many attempts were made again. */
  retried = 0;

  /** @param {() => Promise<object>} start Starts a replica: `url`, `pid`, `ended` resolves with how it ended, `close()`. */
  constructor(start) {
    this.#start = start;
  }

  /** Starts the replicas and listens. Returns the port. */
  async open(count) {
    for (let number = 0; number < count; number += 1) {
      await this.#add();
    }
    await new Promise((resolve) => {
      this.#server.listen(0, "127.0.0.1", () => resolve(undefined));
    });
    return this.#server.address().port;
  }

  /** Closes the connections to the replicas on which nothing is under way. */
  closeIdle() {
    this.members.forEach(({ agent }) =>
      Object.values(agent.freeSockets)
        .flat()
        .forEach((socket) => socket?.destroy()),
    );
  }

  async close() {
    this.#isClosing = true;
    this.#server.close();
    this.#server.closeAllConnections();
    await Promise.all(this.#starting);
    this.members.forEach(({ agent }) => agent.destroy());
    await Promise.all(this.members.map((member) => member.close()));
  }

  async #add() {
    this.#starts += 1;
    const replica = await this.#start();
    const member = { ...replica, agent: new http.Agent({ keepAlive: true }), underWay: 0 };
    this.members.push(member);
    void replica.ended.then((how) => {
      this.members = this.members.filter((other) => other !== member);
      member.agent.destroy();
      if (!this.#isClosing) {
        this.ended.push({ pid: replica.pid, how });
        if (this.#starts < MOST_STARTS) {
          this.#starting.push(this.#add().catch(() => {}));
        }
      }
    });
  }

  async #serve(request, response) {
    const body = await readAll(request);
    if (body === undefined) {
      refuse(response, 502, "the call is larger than this balancer can hold, or did not arrive");
      return;
    }
    const tried = new Set();
    for (;;) {
      const member = this.members.filter((other) => !tried.has(other)).toSorted((a, b) => a.underWay - b.underWay)[0];
      if (member === undefined) {
        refuse(response, 503, "no replica can take the call");
        return;
      }
      tried.add(member);
      const { answer, failure, isFinal } = await attempt(member, request, response, body);
      if (answer !== undefined) {
        response.writeHead(answer.status, {
          ...withoutConnection(answer.headers),
          "content-length": answer.body.length,
        });
        response.end(answer.body);
        return;
      }
      if (response.destroyed) {
        return;
      }
      if (isFinal) {
        refuse(response, 502, `the replica ended in the middle of its answer: ${failure}`);
        return;
      }
      this.retried += 1;
    }
  }
}

/** Sends a call to a replica, and drops it if the client leaves. */
async function attempt(member, { url, method, headers }, response, body) {
  member.underWay += 1;
  const asked = http.request(new URL(url ?? "/", member.url), {
    method,
    agent: member.agent,
    headers: { ...withoutConnection(headers), "content-length": body.length },
  });
  const leave = () => asked.destroy(new Error("the client left"));
  response.once("close", leave);
  let bytesBefore = 0;
  asked.once("socket", (socket) => {
    bytesBefore = socket.bytesRead;
  });
  try {
    return await new Promise((resolve) => {
      const fail = ({ message }) =>
        resolve({ failure: message, isFinal: (asked.socket?.bytesRead ?? 0) > bytesBefore });
      asked.once("error", fail);
      asked.once("response", (answer) => {
        answer.once("error", fail);
        void readAll(answer).then((whole) =>
          whole === undefined
            ? fail(new Error("it is not complete"))
            : resolve({ answer: { status: answer.statusCode ?? 0, headers: answer.headers, body: whole } }),
        );
      });
      asked.end(body);
    });
  } finally {
    response.off("close", leave);
    member.underWay -= 1;
  }
}

/** The whole body, or undefined if it is too large or breaks off. */
async function readAll(message) {
  const chunks = [];
  let length = 0;
  try {
    for await (const chunk of message) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > LARGEST_BODY) {
        return undefined;
      }
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

function withoutConnection(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}

function refuse(response, status, error) {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(`${JSON.stringify({ error: `balancer: ${error}` })}\n`);
}
