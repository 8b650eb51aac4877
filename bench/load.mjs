// The load test: replicas of our server behind a balancer, many clients of all manners, and one replica killed in the middle.
// Every call is accounted for, and what the server still holds afterwards is counted.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { createToolRouter } from "../dist/index.js";
import { memoryOf } from "./ask.mjs";
import { Balancer } from "./balancer.mjs";
import { ConnectionClosed, RawClient, startHttpServer } from "./clients.mjs";
import {
  amount,
  COMMAND,
  expect,
  inFreshProcess,
  median,
  percentile,
  shown,
  slower,
  writeCount,
  writeMemory,
  writeRate,
} from "./harness.mjs";
import { ID, planCalls, SHARES } from "./load-calls.mjs";
import { mountSlow } from "./slow-mount.mjs";
import { makeLoadTree } from "./trees.mjs";

const CLIENTS = 64;
const REPLICAS = 3;

/** Calls before the quiet ones are timed, and how many are timed. */
const WARM_UP_CALLS = 600;
const QUIET_CALLS = 300;

/** How long the server may take to let go of everything: a process that reads a mount ends after 30 seconds without work. */
const LONGEST_SETTLING_MS = 45_000;
const LOOK_MS = 500;

/** How long after its connections a killed replica may end. */
const ENDS_WITHIN_MS = 10_000;

/** As many wrong and lost answers as somebody will read. */
const MOST_EXAMPLES = 10;

/**
 * By how much a server's memory may grow between the first third of the calls, without the first tenth, and the last third. Each
 * replica answers some 20,000 in between, so a leak of 1.7 kB for each would show.
 */
const MOST_GROWTH = 32 * 2 ** 20;

export async function loadRows({ loadCalls: calls, loadFiles: hugeFiles }, report) {
  const root = makeLoadTree(hugeFiles, report);
  report(`the MCP server under load: ${writeCount(calls)} calls`);
  const result = await inFreshProcess(import.meta.url, "probeLoad", { root, hugeFiles, calls });
  result.account.examples.forEach((example) => console.error(`bench: ${example}`));
  return [...accountRows(result, calls), ...heldRows(result), ...kindRows(result)];
}

function accountRows({ account, underWay, retried, ended, alive, quiet }, calls) {
  const kinds = Object.entries(account.kinds).map(([name, kind]) => ({ name, ...kind }));
  const sum = (outcome, chosen = kinds) => chosen.reduce((total, kind) => total + kind[outcome], 0);
  const right = sum(
    "right",
    kinds.filter(({ isGood }) => isGood),
  );
  const plain = kinds.filter(({ name }) => name.startsWith("plain"));
  const against = "a call while nothing else happens";
  return [
    count(`calls, ${CLIENTS} clients`, account.settled, "", calls),
    count("answered, byte for byte as on a quiet server", right),
    count("refused, as they must be", sum("right") - right),
    count("the client left", sum("left")),
    count("refused for another reason", sum("refused")),
    count("answered wrongly", sum("wrong"), "", 0),
    count("lost", sum("lost"), "", 0),
    count("answered twice", account.twice, "", 0),
    // Those that a killed replica had begun to answer.
    count("plain calls refused", sum("refused", plain), "<=", CLIENTS),
    shown("load: pace", writeRate(account.settled / account.seconds)),
    count("calls that the killed replica had", underWay, ">=", 1),
    count("calls sent again by the balancer", retried),
    count("replicas that ended by themselves", ended.filter((how) => how !== "SIGKILL").length, "", 0),
    count("replicas at the end", alive, "", REPLICAS),
    slower("load: plain calls, median", account.median, against, quiet),
    slower("load: plain calls, 99th percentile", account.slowest, against, quiet),
  ];
}

function heldRows({ memory, before, after, left }) {
  // Memory goes up and down with the collector, so the lowest of many samples counts.
  const replicas = memory.map((sizes) => {
    const [early, late] = [10, 70].map((from) => Math.min(...sizes.slice(from, from + 30)));
    return { early, late, growth: late - early };
  });
  const { early, late, growth } = replicas.toSorted((a, b) => b.growth - a.growth)[0];
  const surplus = (name) => after.reduce((sum, held, index) => sum + Math.max(0, held[name] - before[index][name]), 0);
  return [
    {
      ...amount("load: memory of a replica, last third of the calls", growth, writeMemory, "<=", MOST_GROWTH),
      ours: late,
      against: "first third",
      theirs: early,
      write: writeMemory,
      measured: `${writeMemory(growth)} more`,
    },
    count("descriptors left open", surplus("descriptors"), "", 0),
    count("sockets left open", surplus("sockets"), "", 0),
    count("children left", surplus("children"), "", 0),
    count("processes left when all is closed", left, "", 0),
  ];
}

function kindRows({ account: { kinds, reasons }, hasSlowMount }) {
  const refusals = Object.entries(reasons).map(([reason, refused]) =>
    shown(`load, refused: ${reason.replaceAll(/\/\S+\//g, "…/").split(";")[0]}`, writeCount(refused)),
  );
  const rows = Object.entries(kinds).map(([name, { expected, right, left, refused, wrong, lost }]) => {
    const sent = writeCount(right + left + refused + wrong + lost);
    const others = refused === 0 ? "" : `, ${writeCount(refused)} refused with a reason`;
    const measured = `${writeCount(right + left)} of ${sent} ${expected}${others}`;
    return { work: `load, ${name}`, measured, bound: "all", holds: wrong === 0 && lost === 0 };
  });
  const missing = shown("load, slow: a file system that sleeps by turns", "left out: needs bindfs and root");
  return [...refusals, ...rows, ...(hasSlowMount ? [] : [missing])];
}

export async function probeLoad({ root, hugeFiles, calls }) {
  // Not among the trees that are kept, where a mount would stay if this process is killed.
  const place = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "bench-of-dirleaf-load-"));
  const mounted = path.join(place, "mounted");
  const project = path.join(root, "project");
  const mount = await mountSlow(project, mounted);
  const roots = [root, place];
  const words = [COMMAND, "mcp", "--http", "--port", "0", ...roots];
  const balancer = new Balancer(() => startHttpServer(words));
  // Every process that must be gone at the end.
  const processes = [];
  let result;
  try {
    const places = { project, huge: path.join(root, "huge"), hugeFiles, outside: os.homedir() };
    const kinds = planCalls({ ...places, mounted: mount && mounted });
    result = await putUnderLoad({ kinds, balancer, calls, roots, processes });
    processes.push(...balancer.members.flatMap(({ pid }) => [pid, ...childrenOf(pid)]));
  } finally {
    await balancer.close();
    await mount?.unmount();
    fs.rmSync(place, { recursive: true, force: true });
  }
  return { ...result, hasSlowMount: mount !== undefined, left: processes.filter(isRunning).length };
}

async function putUnderLoad({ kinds, balancer, calls, roots, processes }) {
  const port = await balancer.open(REPLICAS);
  const replicas = balancer.members.map(({ pid }) => pid);
  const quiet = await timeQuietCalls(port, kinds);
  const samples = new Map();
  const ask = (asked) => askForSamples(asked, samples, balancer, roots);
  await ask(kinds.filter(({ startsProcess }) => startsProcess !== true));
  balancer.closeIdle();
  const before = await whenStill(() => [...replicas, process.pid].map(look));
  await ask(kinds.filter(({ startsProcess }) => startsProcess === true));

  // Bytes of each replica that lives all along, after each hundredth of the calls.
  const memory = new Map(replicas.map((pid) => [pid, []]));
  let victim;
  const onSettled = (settled) => {
    if (settled % Math.ceil(calls / 100) === 0) {
      balancer.members.forEach(({ pid }) => memory.get(pid)?.push(memoryOf(pid, "VmRSS")));
    }
    if (victim === undefined && settled >= calls / 2 && balancer.members.length > 0) {
      const [{ pid, underWay }] = balancer.members.toSorted((a, b) => b.underWay - a.underWay);
      victim = { underWay };
      memory.delete(pid);
      processes.push(pid, ...childrenOf(pid));
      process.kill(pid, "SIGKILL");
    }
  };
  const account = await driveLoad({ kinds, samples, calls, port, balancer, onSettled });

  balancer.closeIdle();
  const alive = new Set([process.pid, ...balancer.members.map(({ pid }) => pid)]);
  const held = before.filter(({ pid }) => alive.has(pid));
  const after = await whenStill(
    () => held.map(({ pid }) => look(pid)),
    (all) =>
      all.every((now, index) => ["descriptors", "sockets", "children"].every((name) => now[name] <= held[index][name])),
  );
  return {
    account,
    quiet,
    underWay: victim.underWay,
    before: held,
    after,
    retried: balancer.retried,
    ended: balancer.ended.map(({ how }) => how),
    alive: balancer.members.length,
    memory: [...memory.values()],
  };
}

/** The median time of a plain call through the balancer while nothing else happens. */
async function timeQuietCalls(port, kinds) {
  const plain = kinds.filter(({ isPlain }) => isPlain);
  const client = new RawClient(port);
  const times = [];
  for (let call = 0; call < WARM_UP_CALLS + QUIET_CALLS; call += 1) {
    const start = performance.now();
    await client.ask(plain[call % plain.length].text);
    times.push(performance.now() - start);
  }
  client.leave();
  return median(times.slice(WARM_UP_CALLS));
}

/**
 * Asks for each kind of call on every replica while nothing else happens. These are the answers that must come under load, and
 * those that the library gives with the settings of the server.
 */
async function askForSamples(kinds, samples, balancer, roots) {
  const router = createToolRouter({ roots, maxOutputBytes: 10_000 });
  const respond = async ({ name, arguments: given }) => {
    const payload = { type: "function", arguments: JSON.stringify(given) };
    return (await router.respond({ toolName: name, callId: "bench", payload })).content;
  };
  for (const { url } of balancer.members) {
    const client = new RawClient(Number(new URL(url).port), () => expect(false, "an answer ends where it says"));
    for (const kind of kinds.filter(({ status, isLong }) => status !== undefined && isLong !== true)) {
      const sample = await client.ask(kind.text).catch(() => ({ status: 0, body: "the connection was closed" }));
      const { status, body } = sample;
      const asked = `'${kind.name}' gave ${status} ${body.slice(0, 200)}`;
      expect(status === kind.status && (kind.body ?? /(?:)/).test(body), asked);
      expect(kind.call === undefined || readText(body) === (await respond(kind.call)), `${asked}, not the library's`);
      expect((samples.get(kind)?.body ?? body) === body, `${asked}, and another replica something else`);
      samples.set(kind, sample);
    }
    client.leave();
  }
}

/**
 * Sends the calls, several clients at once, and keeps account of what came back for each. A call is right (as expected, be it an
 * answer or a refusal), left by its client, refused with a reason that it did not give itself, wrong, or lost.
 */
async function driveLoad({ kinds, samples, calls, port, balancer, onSettled }) {
  const schedule = shuffle(kinds.flatMap((kind) => Array(kind.share).fill(kind)));
  const account = { kinds: {}, settled: 0, twice: 0, reasons: {}, examples: [] };
  for (const { name, isGood = false, status } of kinds) {
    const refusal = status === 200 ? "refused by the tool" : `refused: ${status}`;
    const expected = isGood ? "answered" : status === undefined ? "left" : refusal;
    account.kinds[name] = { isGood, expected, right: 0, left: 0, refused: 0, wrong: 0, lost: 0 };
  }
  const isSettled = new Uint8Array(calls);
  const settle = (number, kind, outcome) => {
    account.twice += isSettled[number];
    isSettled[number] = 1;
    account.kinds[kind.name][outcome] += 1;
    account.settled += 1;
    onSettled(account.settled);
  };
  const refuse = (reason) => {
    account.reasons[reason] = (account.reasons[reason] ?? 0) + 1;
    return "refused";
  };
  const note = (outcome, example) => {
    account.examples.push(...(account.examples.length < MOST_EXAMPLES ? [example] : []));
    return outcome;
  };
  const judge = ({ name, status }, sample, id, answer) => {
    // What keeps a connection alive while a call runs is no part of its answer.
    const body = answer.body.replaceAll(": keepalive\n\n", "");
    if (answer.status === status && (sample === undefined || body === sample.body.replace(ID, id))) {
      return "right";
    }
    const reason = findReason(answer.status, body, id);
    return reason === undefined
      ? note("wrong", `${name}: wrong, ${answer.status} ${answer.body.slice(0, 300)}`)
      : refuse(reason);
  };
  const surplus = () => {
    account.twice += 1;
  };
  const times = [];
  const makeCall = async (kind, number, client) => {
    const member = balancer.members[number % balancer.members.length];
    const used = kind.isDirect === true ? new RawClient(Number(new URL(member.url).port), surplus) : client;
    const id = String(1_000_000 + number);
    const start = performance.now();
    try {
      const text = kind.text.replace(ID, id);
      const answer = await (kind.send === undefined ? used.ask(text) : kind.send(used, text));
      if (kind.isPlain === true) {
        times.push(performance.now() - start);
      }
      return answer === undefined ? "left" : judge(kind, samples.get(kind), id, answer);
    } catch (error) {
      // A client that attacks a replica past the balancer hears nothing from one that is gone, or will be shortly.
      if (kind.isDirect === true && error instanceof ConnectionClosed) {
        if (await Promise.race([member.ended.then(() => true), sleep(ENDS_WITHIN_MS, false)])) {
          return refuse("the attacked replica was killed");
        }
      }
      const after = `${error.constructor.name} after ${Math.round(performance.now() - start)} ms`;
      return note("lost", `${kind.name}, call ${number} of ${calls}: lost, ${after}`);
    } finally {
      if (used !== client) {
        used.leave();
      }
    }
  };
  const long = [];
  let next = 0;
  const work = async () => {
    const client = new RawClient(port, surplus);
    while (next < calls) {
      const number = next;
      next += 1;
      const kind = schedule[number % SHARES];
      const done = makeCall(kind, number, client).then((outcome) => settle(number, kind, outcome));
      if (kind.isLong === true) {
        long.push(done);
      } else {
        await done;
      }
    }
    client.leave();
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, work));
  // Until the last client had sent its last call.
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(long);
  return { ...account, seconds, median: percentile(times, 50), slowest: percentile(times, 99) };
}

/** Why a call was refused, if it was: by the balancer, or by a tool that could not finish. */
function findReason(status, body, id) {
  if (status === 502 || status === 503) {
    return JSON.parse(body).error;
  }
  if (status !== 200 || !body.includes(`"id":${id}`)) {
    return undefined;
  }
  // A page then has a line about it, a map a `+`.
  if (/\[timed out after|\([\d,]+\+\)/.test(body)) {
    return "cut short by its deadline, and says so";
  }
  return body.includes('"isError":true') ? readText(body) : undefined;
}

/** The text of a tool's answer, as JSON or as an event. */
function readText(body) {
  return JSON.parse(body.replace(/^event: message\ndata: /, "")).result?.content[0].text;
}

/** Always the same order, so that two runs send the same calls. */
function shuffle(items) {
  let state = 1;
  for (let index = items.length - 1; index > 0; index -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (index + 1);
    [items[index], items[other]] = [items[other], items[index]];
  }
  return items;
}

/** How many descriptors, sockets and children a process has. Only Linux tells. */
function look(pid) {
  if (process.platform !== "linux") {
    return { pid, descriptors: 0, sockets: 0, children: 0 };
  }
  const targets = fs.readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      return [fs.readlinkSync(`/proc/${pid}/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
  const sockets = targets.filter((target) => target.startsWith("socket:")).length;
  return { pid, descriptors: targets.length, sockets, children: childrenOf(pid).length };
}

/** A child belongs to the thread that started it. */
function childrenOf(pid) {
  if (process.platform !== "linux") {
    return [];
  }
  const threads = fs.readdirSync(`/proc/${pid}/task`);
  const texts = threads.map((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8"));
  return texts.join(" ").split(" ").filter(Boolean).map(Number);
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    // One that has ended and that nobody has waited for yet is gone, too.
    return !/^State:\s*Z/m.test(fs.existsSync("/proc/self") ? fs.readFileSync(`/proc/${pid}/status`, "utf8") : "");
  } catch {
    return false;
  }
}

/** What processes hold once that no longer changes, and `isEnough`, or has not come about in a long time. */
async function whenStill(lookAtAll, isEnough = () => true) {
  const end = performance.now() + LONGEST_SETTLING_MS;
  for (let last = lookAtAll(); ;) {
    await sleep(LOOK_MS);
    const now = lookAtAll();
    if ((JSON.stringify(now) === JSON.stringify(last) && isEnough(now)) || performance.now() > end) {
      return now;
    }
    last = now;
  }
}

/** A row about a number of calls or things, with a bound or without. */
function count(work, value, sign, limit) {
  return sign === undefined
    ? shown(`load: ${work}`, writeCount(value))
    : amount(`load: ${work}`, value, writeCount, sign, limit);
}
