// Keeps a server busy: makes a number of calls, several at once, times each of them and compares the answers.
import { expect } from "./ask-list-dir.mjs";

/** @typedef {{ ask: (method: string, params: object) => Promise<string> }} Client */
/** @typedef {{ rate: number, slowest: number }} Pace Calls a second, and the 99th percentile of their times in milliseconds. */

/**
 * @param {readonly Client[]} clients Each has one call in progress at any time. The same one may appear more than once.
 * @param {object} call The parameters of `tools/call`.
 * @param {number} count
 * @returns {Promise<Pace>}
 */
export async function driveCalls(clients, call, count) {
  /** @type {number[]} */
  const times = [];
  let left = count;
  let first = "";
  const work = async (/** @type {Client} */ client) => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      const answer = withoutId(await client.ask("tools/call", call));
      times.push(performance.now() - start);
      first ||= answer;
      expect(answer === first, "every call has the same answer");
    }
  };
  const start = performance.now();
  await Promise.all(clients.map((client) => work(client)));
  const elapsed = performance.now() - start;
  times.sort((a, b) => a - b);
  return { rate: (count / elapsed) * 1000, slowest: times[Math.ceil(count * 0.99) - 1] ?? Number.NaN };
}

/** @param {string} answer */
function withoutId(answer) {
  return answer.slice(0, answer.lastIndexOf('"id":'));
}
