// The load test: replicas of our server, many kinds of clients, and one replica that is killed in the middle. A client whose replica is
// gone sends its call to another. Every call is accounted for, and what the servers still hold afterwards is counted.
import fs from "node:fs";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { createToolRouter } from "../dist/index.js";
import { memoryOf } from "./ask.mjs";
import { COMMAND, expect } from "./harness.mjs";
import { RawClient, startHttpServer } from "./http-client.mjs";
import { messageOverHttp, writeRequest } from "./mcp-messages.mjs";
import { makeFlatTree, makeProjectTree } from "./trees.mjs";
import { amount, shown, writeCount, writeMemory, writeRate } from "./rows.mjs";

const CLIENTS = 64;
const REPLICAS = 3;

/** Stands for the number of a call in its text, and is as long. */
const ID = "9999999";

/** How long the servers may take to let go of everything. */
const LONGEST_SETTLING_MS = 45_000;

/** How long after its connections a killed replica may end. */
const ENDS_WITHIN_MS = 10_000;

/** The least share of the calls that is answered in full: of a thousand, clients leave 44, and a deadline may cut the 6 that are huge. */
const LEAST_RIGHT = 0.95;

export async function replicas({ loadCalls: calls, loadFiles }) {
  const roots = [makeProjectTree(), makeFlatTree(loadFiles)];
  const kinds = planCalls(...roots);
  const start = () =>
    startHttpServer([COMMAND, "mcp", "--http", "--port", "0", "--tools", "map_dir,list_dir,list_directory", ...roots]);
  const servers = await Promise.all(Array.from({ length: REPLICAS }, start));
  const [victim, ...survivors] = servers;
  await askForSamples(kinds, servers, roots);
  await sleep(1000);
  const before = survivors.map(countDescriptors);
  // Bytes of each replica that survives, after each hundredth of the calls.
  const memory = survivors.map(() => []);
  const account = await driveLoad(kinds, calls, servers, (settled) => {
    if (settled % Math.ceil(calls / 100) === 0) {
      survivors.forEach(({ pid }, index) => memory[index].push(memoryOf(pid, "VmRSS") ?? 0));
    }
    if (settled === Math.floor(calls / 2)) {
      process.kill(victim.pid, "SIGKILL");
    }
  });
  const leftOpen = await settleDescriptors(survivors, before);
  await Promise.all(servers.map((server) => server.close()));
  account.examples.slice(0, 10).forEach((example) => console.error(`bench: ${example}`));
  // Memory goes up and down with the collector, so the lowest of many samples counts.
  const growths = memory.map((sizes) => Math.min(...sizes.slice(70)) - Math.min(...sizes.slice(10, 40)));
  return [
    amount(`load: calls, ${CLIENTS} clients`, account.settled, writeCount, "", calls),
    amount(
      "load: answered or refused, byte for byte as by a quiet server",
      account.right,
      writeCount,
      ">=",
      calls * LEAST_RIGHT,
    ),
    shown("load: the client left", writeCount(account.left)),
    shown("load: cut short by a deadline", writeCount(account.cutShort)),
    amount("load: answered wrongly or twice", account.wrong, writeCount, "", 0),
    amount("load: lost", account.lost, writeCount, "", 0),
    amount("load: sent again because a replica was killed", account.again, writeCount, ">=", 1),
    shown("load: pace", writeRate(account.settled / account.seconds), "machines differ"),
    shown(
      "load: memory, last third beside the first",
      writeMemory(Math.max(...growths)),
      "the collector lets the heap grow",
    ),
    process.platform === "linux"
      ? amount("load: descriptors left open", leftOpen, writeCount, "", 0)
      : shown("load: descriptors left open", "not measured", "only Linux tells those of another process"),
  ];
}

/**
 * The kinds of calls, by how many of a thousand they are: `text` is what is sent, `status` what must come back, `isGood` if the library
 * gives the same answer to `call`. Without a status, the client leaves before it has an answer.
 */
function planCalls(project, huge) {
  const inBoth = (share, name, toolArguments, more) =>
    ["old", "new"].map((revision) => {
      const call = { name, arguments: toolArguments };
      const message = messageOverHttp(revision, "tools/call", call, Number(ID));
      return { name, share: share / 2, status: 200, call, isGood: true, text: writeRequest(message), ...more };
    });
  const good = messageOverHttp("old", "tools/call", { name: "list_dir", arguments: { dir_path: project } }, Number(ID));
  const text = writeRequest(good);
  const refused = (name, status, change) => ({ name, share: 10, status, text: writeRequest({ ...good, ...change }) });
  const search = { dir_path: huge, include: "**/x-*" };
  const leaves = { status: undefined };
  return [
    ...inBoth(300, "list_directory", { path: project }),
    ...inBoth(300, "list_dir", { dir_path: project }),
    ...inBoth(256, "map_dir", { dir_path: project }),
    ...inBoth(2, "list_dir", search),
    ...inBoth(2, "list_dir", { dir_path: huge, limit: 2000 }),
    ...inBoth(2, "map_dir", { dir_path: huge, budget: 10_000 }),
    ...inBoth(4, "list_dir", { dir_path: project, padding: "x".repeat(255 * 1024) }),
    ...inBoth(20, "list_directory", { path: project }, leaves),
    ...inBoth(4, "list_dir", search, leaves),
    ...inBoth(20, "list_dir", { dir_path: os.homedir() }, { isGood: false }),
    ...inBoth(20, "rm", {}, { isGood: false }),
    refused("broken JSON", 400, { body: good.body.slice(0, -2) }),
    refused("another Host", 403, { headers: { ...good.headers, host: "evil.example" } }),
    refused("another method", 405, { method: "PUT" }),
    refused("a body that is too large", 413, { body: good.body.padEnd(300 * 1024) }),
    { name: "no HTTP", share: 10, status: 400, text: "\u{0}\u{1}\u{2} nothing\r\n\r\n" },
    { name: "half a head", share: 10, text: text.slice(0, 100) },
    { name: "half a body", share: 10, text: text.slice(0, -9) },
  ];
}

/** Asks every replica for each kind of call while nothing else happens: `sample` is the answer that must come under load. */
async function askForSamples(kinds, servers, roots) {
  const router = createToolRouter({ roots, maxOutputBytes: 10_000 });
  for (const { url } of servers) {
    const client = new RawClient(url);
    for (const kind of kinds.filter(({ status }) => status !== undefined)) {
      const { status, body } = await client.ask(kind.text);
      const asked = `'${kind.name}' gave ${status} ${body.slice(0, 200)}`;
      expect(status === kind.status && (kind.sample ?? body) === body, `${asked}, as expected and on every replica`);
      if (kind.isGood) {
        const payload = { type: "function", arguments: JSON.stringify(kind.call.arguments) };
        const { content } = await router.dispatch({ toolName: kind.call.name, callId: "bench", payload });
        const message = JSON.parse(body.replace(/^event: message\ndata: /, ""));
        expect(message.result?.content[0].text === content, `${asked}, not the library's answer`);
      }
      kind.sample = body;
    }
    client.leave();
  }
}

/** Sends the calls, several clients at once, and counts what came of them. */
async function driveLoad(kinds, calls, servers, onSettled) {
  const schedule = kinds.flatMap((kind) => Array(kind.share).fill(kind));
  const account = { settled: 0, right: 0, left: 0, cutShort: 0, again: 0, wrong: 0, lost: 0, examples: [] };
  let next = 0;
  const work = async (_, index) => {
    const client = new LoadClient(servers, index, account);
    while (next < calls) {
      const number = next;
      next += 1;
      // 617 and 1,000 have no common factor, so that every kind gets its share, and neighbours are of different kinds.
      account[await client.call(schedule[(number * 617) % schedule.length], number)] += 1;
      account.settled += 1;
      onSettled(account.settled);
    }
    client.leave();
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return { ...account, seconds: (performance.now() - start) / 1000 };
}

/** A client that goes on to another replica if its own is killed. */
class LoadClient {
  #servers;
  #index;
  #account;
  #server;
  #client;

  constructor(servers, index, account) {
    this.#servers = servers;
    this.#index = index;
    this.#account = account;
    this.#connect(servers[index % REPLICAS]);
  }

  /** Makes a call. Returns what came of it, by its name in the account. */
  async call(kind, number) {
    const id = String(1_000_000 + number);
    const text = kind.text.replace(ID, id);
    try {
      if (kind.status !== undefined) {
        return this.#judge(kind, id, await this.#client.ask(text));
      }
      this.#client.send(text);
      await sleep((number * 7) % 100);
      this.leave();
      return "left";
    } catch (error) {
      if (!(await Promise.race([this.#server.ended.then(() => true), sleep(ENDS_WITHIN_MS, false)]))) {
        this.#account.examples.push(`lost: ${kind.name}, call ${number}, ${error.message}`);
        return "lost";
      }
      this.#account.again += 1;
      // The first replica is the one that is killed.
      this.#connect(this.#servers[1 + (this.#index % (REPLICAS - 1))]);
      return this.call(kind, number);
    }
  }

  leave() {
    this.#client.leave();
  }

  #connect(server) {
    this.#server = server;
    this.#client = new RawClient(server.url);
  }

  #judge(kind, id, { status, body }) {
    if (status === kind.status && body === kind.sample.replace(ID, id)) {
      return "right";
    }
    if (status === 200 && body.includes(`"id":${id}`) && /\[timed out after|\([\d,]+\+\)/.test(body)) {
      return "cutShort";
    }
    this.#account.examples.push(`wrong: ${kind.name}, ${status} ${body.slice(0, 300)}`);
    return "wrong";
  }
}

/** Waits until the servers have let go of what they opened. Returns the most that one of them has not. */
async function settleDescriptors(servers, before) {
  const end = performance.now() + LONGEST_SETTLING_MS;
  let leftOpen;
  do {
    await sleep(500);
    leftOpen = Math.max(0, ...servers.map((server, index) => countDescriptors(server) - before[index]));
  } while (leftOpen > 0 && performance.now() < end);
  return leftOpen;
}

/** Only Linux reports it. */
function countDescriptors({ pid }) {
  return process.platform === "linux" ? fs.readdirSync(`/proc/${pid}/fd`).length : 0;
}
