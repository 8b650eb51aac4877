// Sends the calls of the load test, several clients at once, and keeps account of what came back for each.
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "./ask-list-dir.mjs";
import { addExample, judge, openAccount, readText, refused } from "./load-account.mjs";
import { SHARES } from "./load-calls.mjs";
import { ConnectionClosed, RawClient } from "./raw-client.mjs";
import { ID } from "./write-call.mjs";

/** @typedef {import("./balancer.mjs").Balancer} Balancer */
/** @typedef {import("./load-account.mjs").Account} Account */
/** @typedef {import("./load-account.mjs").Outcome} Outcome */
/** @typedef {import("./load-account.mjs").Tally} Tally */
/** @typedef {import("./load-calls.mjs").Kind} Kind */
/** @typedef {import("./raw-client.mjs").Answer} Answer */

const ENDS_WITHIN_MS = 10_000;

const FIRST_ID = 1_000_000;

/**
 * Asks for each kind of call on every replica while nothing else happens. These are the answers that must come under load.
 * @param {readonly Kind[]} kinds
 * @param {Balancer} balancer
 * @param {(call: { name: string, arguments: object }) => Promise<string>} respond What the library answers to a call.
 * @returns {Promise<Map<Kind, Answer>>}
 */
export async function askForSamples(kinds, balancer, respond) {
  /** @type {Map<Kind, Answer>} */
  const samples = new Map();
  for (const { url } of balancer.members) {
    const client = new RawClient(Number(new URL(url).port), () => expect(false, "an answer ends where it says"));
    for (const kind of kinds) {
      if (kind.status !== undefined && kind.isLong !== true) {
        const sample = await client.ask(kind.text).catch(() => ({ status: 0, body: "the connection was closed" }));
        const { status, body } = sample;
        const asked = `'${kind.name}' gave ${status} ${body.slice(0, 200)}`;
        expect(status === kind.status && (kind.body ?? /(?:)/).test(body), asked);
        expect(kind.call === undefined || readText(body) === (await respond(kind.call)), `${asked}, not the library's`);
        expect((samples.get(kind)?.body ?? body) === body, `${asked}, and another replica something else`);
        samples.set(kind, sample);
      }
    }
    client.leave();
  }
  return samples;
}

/**
 * @param {object} load
 * @param {readonly Kind[]} load.kinds
 * @param {Map<Kind, Answer>} load.samples
 * @param {number} load.clients
 * @param {number} load.calls
 * @param {number} load.port The balancer's.
 * @param {Balancer} load.balancer
 * @param {(settled: number) => void} load.onSettled
 * @returns {Promise<Account>}
 */
export async function driveLoad({ kinds, samples, clients, calls, port, balancer, onSettled }) {
  const schedule = shuffle(kinds.flatMap((kind) => Array(kind.share).fill(kind)));
  const account = openAccount(kinds);
  const isSettled = new Uint8Array(calls);
  const settle = (/** @type {number} */ number, /** @type {Kind} */ kind, /** @type {Outcome} */ outcome) => {
    account.twice += isSettled[number] ?? 0;
    isSettled[number] = 1;
    /** @type {Tally} */ (account.kinds[kind.name])[outcome] += 1;
    account.settled += 1;
    onSettled(account.settled);
  };
  const surplus = () => {
    account.twice += 1;
  };
  /** @type {Promise<void>[]} */
  const long = [];
  /** @type {number[]} */
  const times = [];
  let next = 0;
  const work = async () => {
    const client = new RawClient(port, surplus);
    while (next < calls) {
      const number = next;
      next += 1;
      const kind = /** @type {Kind} */ (schedule[number % SHARES]);
      const done = makeCall(kind, number, client).then((outcome) => settle(number, kind, outcome));
      long.push(...(kind.isLong === true ? [done] : []));
      await (kind.isLong === true ? undefined : done);
    }
    client.leave();
  };
  const makeCall = async (/** @type {Kind} */ kind, /** @type {number} */ number, /** @type {RawClient} */ client) => {
    const member = balancer.members[number % balancer.members.length];
    const used = kind.isDirect === true ? new RawClient(Number(new URL(member?.url ?? "").port), surplus) : client;
    const id = String(FIRST_ID + number);
    const start = performance.now();
    try {
      const text = kind.text.replace(ID, id);
      const answer = await (kind.send === undefined ? used.ask(text) : kind.send(used, text));
      if (kind.isPlain === true) {
        times.push(performance.now() - start);
      }
      return answer === undefined ? "left" : judge(kind, samples.get(kind), id, answer, account);
    } catch (error) {
      // A client that attacks a replica past the balancer hears nothing from one that is gone.
      if (kind.isDirect === true && error instanceof ConnectionClosed && (await hasEnded(member))) {
        return refused(account, "the attacked replica was killed");
      }
      const after = `${error instanceof Error ? error.constructor.name : error} after ${Math.round(performance.now() - start)} ms`;
      addExample(account, `${kind.name}, call ${number} of ${calls}: lost, ${after}`);
      return "lost";
    } finally {
      if (used !== client) {
        used.leave();
      }
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, work));
  account.seconds = (performance.now() - start) / 1000;
  await Promise.all(long);
  times.sort((a, b) => a - b);
  account.median = times[Math.ceil(times.length * 0.5) - 1] ?? Number.NaN;
  account.slowest = times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
  return account;
}

/**
 * Whether a replica has ended, or does so shortly: its connections are closed a little earlier.
 * @param {import("./balancer.mjs").Replica | undefined} member
 */
function hasEnded(member) {
  return Promise.race([member?.ended.then(() => true), sleep(ENDS_WITHIN_MS, false)]);
}

/**
 * Always the same order, so that two runs send the same calls.
 * @template Item
 * @param {Item[]} items
 */
function shuffle(items) {
  let state = 1;
  for (let index = items.length - 1; index > 0; index -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (index + 1);
    [items[index], items[other]] = [/** @type {Item} */ (items[other]), /** @type {Item} */ (items[index])];
  }
  return items;
}
