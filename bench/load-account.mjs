// Judges the answers of the load test, and keeps account of them.
import { ID } from "./write-call.mjs";

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
 * @property {string[]} examples Of wrong and lost answers.
 * @property {number} median Of the times of the plain calls, in milliseconds.
 * @property {number} slowest Their 99th percentile.
 */

/** By its deadline. A page then has a line about it, a map a `+`. */
const CUT = "cut short by its deadline, and says so";

/** As many as somebody will read. */
const MOST_EXAMPLES = 10;

/**
 * @param {readonly Kind[]} kinds
 * @returns {Account}
 */
export function openAccount(kinds) {
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
export function judge({ name, status }, sample, id, answer, account) {
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
  addExample(account, `${name}: wrong, ${answer.status} ${answer.body.slice(0, 300)}`);
  return "wrong";
}

/**
 * @param {Account} account
 * @param {string} reason
 * @returns {Outcome}
 */
export function refused({ reasons }, reason) {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
  return "refused";
}

/**
 * @param {Account} account
 * @param {string} example
 */
export function addExample({ examples }, example) {
  if (examples.length < MOST_EXAMPLES) {
    examples.push(example);
  }
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
export function readText(body) {
  return JSON.parse(body.replace(/^event: message\ndata: /, "")).result?.content[0].text;
}
