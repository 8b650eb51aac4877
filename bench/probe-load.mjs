// The load test: replicas of our server behind a balancer, many clients of all manners, and one replica killed in the middle.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { createToolRouter } from "../dist/index.js";
import { Balancer } from "./balancer.mjs";
import { COMMAND } from "./compare-project.mjs";
import { askForSamples, driveLoad } from "./drive-load.mjs";
import { startHttpServer } from "./http-client.mjs";
import { planCalls } from "./load-calls.mjs";
import { CAN_COUNT, childrenOf, countDescriptors, isRunning, residentMemory } from "./look-at-process.mjs";
import { median } from "./measure.mjs";
import { RawClient } from "./raw-client.mjs";
import { mountSlow } from "./slow-mount.mjs";

const REPLICAS = 3;

/** Calls before the quiet ones are timed, and how many are timed. */
const WARM_UP_CALLS = 600;
const QUIET_CALLS = 300;

/** How long the server may take to let go of everything: a process that reads a mount ends after 30 seconds without work. */
const LONGEST_SETTLING_MS = 45_000;
const LOOK_MS = 500;

/** @typedef {import("./load-calls.mjs").Kind} Kind */
/** What a process holds. @typedef {{ pid: number, descriptors: number, sockets: number, children: number[] }} Held */

/**
 * @typedef {object} LoadResult
 * @property {import("./load-account.mjs").Account} account
 * @property {boolean} hasSlowMount
 * @property {number} quiet The median time of a plain call while nothing else happens, in milliseconds.
 * @property {number} retried Calls that the balancer sent to another replica.
 * @property {number} underWay Calls that the killed replica had.
 * @property {string[]} ended How replicas ended before the test was over.
 * @property {number} alive Replicas at the end.
 * @property {number[][]} memory Bytes, of each replica that lived all along, after each hundredth of the calls.
 * @property {Held[]} before Of the same replicas, and last of this process, which has the clients and the balancer.
 * @property {Held[]} after
 * @property {number} left Processes that are still there when everything is closed.
 */

/**
 * @param {{ root: string, hugeFiles: number, clients: number, calls: number }} task
 * @returns {Promise<LoadResult>}
 */
export async function probeLoad({ root, hugeFiles, clients, calls }) {
  // Not among the trees that are kept, where a mount would stay if this process is killed.
  const place = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "bench-of-dirleaf-load-"));
  const mounted = path.join(place, "mounted");
  const project = path.join(root, "project");
  const mount = await mountSlow(project, mounted);
  const roots = [root, place];
  const words = [COMMAND, "mcp", "--http", "--port", "0", "--address-limit", "1024", ...roots];
  const balancer = new Balancer(() => startHttpServer(words));
  /** Every process that must be gone at the end. @type {number[]} */
  const processes = [];
  let result;
  try {
    const places = { project, huge: path.join(root, "huge"), hugeFiles, outside: os.homedir() };
    const kinds = planCalls({ ...places, mounted: mount && mounted });
    result = await putUnderLoad({ kinds, balancer, clients, calls, roots, processes });
    processes.push(...balancer.members.flatMap(({ pid }) => [pid, ...look(pid).children]));
  } finally {
    await balancer.close();
    await mount?.unmount();
    fs.rmSync(place, { recursive: true, force: true });
  }
  return { ...result, hasSlowMount: mount !== undefined, left: processes.filter(isRunning).length };
}

/**
 * @param {object} load
 * @param {Kind[]} load.kinds
 * @param {Balancer} load.balancer
 * @param {number} load.clients
 * @param {number} load.calls
 * @param {string[]} load.roots
 * @param {number[]} load.processes Gets the killed replica and its children.
 */
async function putUnderLoad({ kinds, balancer, clients, calls, roots, processes }) {
  const port = await balancer.open(REPLICAS);
  const replicas = balancer.members.map(({ pid }) => pid);
  const quiet = await timeQuietCalls(port, kinds);
  const ask = (/** @type {Kind[]} */ asked) => askForSamples(asked, balancer, askLibrary(roots));
  const samples = await ask(kinds.filter(({ startsProcess }) => startsProcess !== true));
  balancer.closeIdle();
  const before = await whenStill(() => [...replicas, process.pid].map(look));
  (await ask(kinds.filter((kind) => !samples.has(kind)))).forEach((sample, kind) => samples.set(kind, sample));

  const memory = new Map(replicas.map((pid) => [pid, /** @type {number[]} */ ([])]));
  /** @type {number | undefined} */
  let victim;
  let underWay = 0;
  const onSettled = (/** @type {number} */ settled) => {
    if (settled % Math.ceil(calls / 100) === 0) {
      balancer.members.forEach(({ pid }) => memory.get(pid)?.push(residentMemory(pid)));
    }
    const [busiest] = balancer.members.toSorted((a, b) => b.underWay - a.underWay);
    if (busiest !== undefined && victim === undefined && settled >= calls / 2) {
      victim = busiest.pid;
      underWay = busiest.underWay;
      memory.delete(victim);
      processes.push(victim, ...look(victim).children);
      process.kill(victim, "SIGKILL");
    }
  };
  const account = await driveLoad({ kinds, samples, clients, calls, port, balancer, onSettled });

  balancer.closeIdle();
  const alive = new Set([process.pid, ...balancer.members.map(({ pid }) => pid)]);
  const held = before.filter(({ pid }) => alive.has(pid));
  const after = await whenStill(
    () => held.map(({ pid }) => look(pid)),
    (now) => now.every((one, index) => isNoMore(one, held[index])),
  );
  return {
    account,
    quiet,
    underWay,
    before: held,
    after,
    retried: balancer.retried,
    ended: balancer.ended.map(({ how }) => how),
    alive: balancer.members.length,
    memory: [...memory.values()],
  };
}

/**
 * The median time of a plain call through the balancer while nothing else happens.
 * @param {number} port
 * @param {Kind[]} kinds
 */
async function timeQuietCalls(port, kinds) {
  const plain = kinds.filter(({ isPlain }) => isPlain);
  const client = new RawClient(port, () => {});
  const times = [];
  for (let call = 0; call < WARM_UP_CALLS + QUIET_CALLS; call += 1) {
    const start = performance.now();
    await client.ask(plain[call % plain.length]?.text ?? "");
    times.push(performance.now() - start);
  }
  client.leave();
  return median(times.slice(WARM_UP_CALLS));
}

/**
 * What the library answers to a call with the settings of the server.
 * @param {string[]} roots
 */
function askLibrary(roots) {
  const router = createToolRouter({ roots, maxOutputBytes: 10_000 });
  return async (/** @type {{ name: string, arguments: object }} */ call) => {
    const payload = /** @type {const} */ ({ type: "function", arguments: JSON.stringify(call.arguments) });
    return (await router.respond({ toolName: call.name, callId: "bench", payload })).content;
  };
}

/**
 * @param {number} pid
 * @returns {Held}
 */
function look(pid) {
  return CAN_COUNT
    ? { pid, ...countDescriptors(pid), children: childrenOf(pid) }
    : { pid, descriptors: 0, sockets: 0, children: [] };
}

/**
 * What processes hold once that no longer changes, and `isEnough`, or has not come about in a long time.
 * @param {() => Held[]} lookAtAll
 * @param {(held: Held[]) => boolean} isEnough
 * @returns {Promise<Held[]>}
 */
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

/**
 * Whether a process holds no more than it did before.
 * @param {Held} now
 * @param {Held | undefined} before
 */
function isNoMore(now, before) {
  return (
    before !== undefined &&
    now.descriptors <= before.descriptors &&
    now.sockets <= before.sockets &&
    now.children.length <= before.children.length
  );
}
