// Sends the calls of the load test, several clients at once, and keeps account of what came back for each.
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "./ask-list-dir.mjs";
import { SHARES } from "./load-calls.mjs";
import { ConnectionClosed, RawClient } from "./raw-client.mjs";
import { ID } from "./write-call.mjs";

/** @typedef {import("./balancer.mjs").Balancer} Balancer */
/** @typedef {import("./load-calls.mjs").Kind} Kind */
/** @typedef {import("./raw-client.mjs").Answer} Answer */

/** Right: as expected, be it an answer or a refusal. Refused: with a reason, but not one that the call itself gave. */
/** @typedef {"right" | "left" | "refused" | "wrong" | "lost"} Outcome */

/** @typedef {{ isGood: boolean, expected: string } & Record<Outcome, number>} Tally */

/**
 * @typedef {object} Account
 * @property {Record<string, Tally>} kinds By name.
 * @property {number} settled
 * @property {number} seconds Until the last client had sent its last call.
 * @property {number} twice Calls that were settled twice, and connections on which something followed an answer.
 * @property {Record<string, number>} reasons Why calls were refused.
 * @property {string[]} examples Of wrong answers.
 * @property {number} median Of the times of the plain calls, in milliseconds.
 * @property {number} slowest Their 99th percentile.
 */

const ENDS_WITHIN_MS = 2000;

/** By its deadline. A page then has a line about it, a map a `+`. */
const CUT = "cut short by its deadline, and says so";

const FIRST_ID = 1_000_000;

/** As many wrong answers as somebody will read. */
const MOST_EXAMPLES = 10;

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
 * @param {import("./balancer.mjs").Member | undefined} member
 */
function hasEnded(member) {
  return Promise.race([member?.ended.then(() => true), sleep(ENDS_WITHIN_MS, false)]);
}

/**
 * @param {readonly Kind[]} kinds
 * @returns {Account}
 */
function openAccount(kinds) {
  const counts = { right: 0, left: 0, refused: 0, wrong: 0, lost: 0 };
  const named = kinds.map(({ name, isGood = false, status }) => {
    const refusal = status === 200 ? "refused by the tool" : `refused: ${status}`;
    const expected = isGood ? "answered" : status === undefined ? "left" : refusal;
    return [name, { isGood, expected, ...counts }];
  });
  return {
    kinds: Object.fromEntries(named),
    settled: 0,
    seconds: 0,
    twice: 0,
    reasons: {},
    examples: [],
    median: Number.NaN,
    slowest: Number.NaN,
  };
}

/**
 * @param {Kind} kind
 * @param {Answer | undefined} sample
 * @param {string} id
 * @param {Answer} answer
 * @param {Account} account
 * @returns {Outcome}
 */
function judge({ name, status }, sample, id, answer, account) {
  // What keeps a connection alive while a call runs is no part of its answer.
  const body = answer.body.replaceAll(": keepalive\n\n", "");
  const isRight = answer.status === status && (sample === undefined || body === sample.body.replace(ID, id));
  if (isRight) {
    return "right";
  }
  const reason = findReason({ ...answer, body }, id);
  if (reason !== undefined) {
    return refused(account, reason);
  }
  if (account.examples.length < MOST_EXAMPLES) {
    account.examples.push(`${name}: ${answer.status} ${answer.body.slice(0, 300)}`);
  }
  return "wrong";
}

/**
 * @param {Account} account
 * @param {string} reason
 * @returns {Outcome}
 */
function refused({ reasons }, reason) {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
  return "refused";
}

/**
 * Why a call was refused, if it was: by the balancer, or by a tool that could not finish.
 * @param {Answer} answer
 * @param {string} id
 * @returns {string | undefined}
 */
function findReason({ status, body }, id) {
  if (status === 502 || status === 503) {
    return JSON.parse(body).error;
  }
  if (status !== 200 || !body.includes(`"id":${id}`)) {
    return undefined;
  }
  if (/\[timed out after|\([\d,]+\+\)/.test(body)) {
    return CUT;
  }
  return body.includes('"isError":true') ? readText(body) : undefined;
}

/**
 * The text of a tool's answer, as JSON or as an event.
 * @param {string} body
 * @returns {string | undefined}
 */
function readText(body) {
  return JSON.parse(body.replace(/^event: message\ndata: /, "")).result?.content[0].text;
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
