// The rows of the load test: what became of every call, and what the server still holds afterwards.
import { makeLoadTree } from "./make-trees.mjs";
import { atLeast, atMost, exactly, numberRow, slowerRow } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";
import * as write from "./write-number.mjs";

/** @typedef {import("./load-account.mjs").Account} Account */
/** @typedef {import("./load-account.mjs").Outcome} Outcome */
/** @typedef {import("./probe-load.mjs").LoadResult} LoadResult */
/** @typedef {import("./row.mjs").Row} Row */
/** @typedef {import("./settings.mjs").Settings} Settings */

const CLIENTS = 64;

/**
 * By how much a server's memory may grow between the first third of the calls, without the first tenth, and the last third. Each
 * replica answers some 20,000 in between, so a leak of 1.7 kB for each would show.
 */
const MOST_GROWTH = 32 * 2 ** 20;

const NONE = exactly(0, write.writeCount);

/**
 * @param {Settings} settings
 * @param {(message: string) => void} report
 * @returns {Promise<Row[]>}
 */
export async function makeLoadRows({ loadCalls, loadFiles }, report) {
  const root = makeLoadTree(loadFiles, report);
  report(`the MCP server under load: ${write.writeCount(loadCalls)} calls`);
  const result = await runInChild("probeLoad", { root, hugeFiles: loadFiles, clients: CLIENTS, calls: loadCalls });
  result.account.examples.forEach((example) => console.error(`bench: ${example}`));
  return [
    ...makeAccountRows(result, loadCalls),
    ...makeKillRows(result),
    ...makeTimeRows(result),
    ...makeHeldRows(result),
    ...makeReasonRows(result),
    ...makeKindRows(result),
  ];
}

/**
 * @param {LoadResult} result
 * @param {number} calls
 * @returns {Row[]}
 */
function makeAccountRows({ account }, calls) {
  const kinds = Object.values(account.kinds);
  const sum = (/** @type {Outcome} */ outcome, chosen = kinds) =>
    chosen.reduce((total, kind) => total + kind[outcome], 0);
  const good = kinds.filter(({ isGood }) => isGood);
  const plain = Object.entries(account.kinds).flatMap(([name, kind]) => (name.startsWith("plain") ? [kind] : []));
  return [
    numberRow(`load: calls, ${CLIENTS} clients`, account.settled, write.writeCount, exactly(calls, write.writeCount)),
    shown("answered, byte for byte as on a quiet server", sum("right", good)),
    shown("refused, as they must be", sum("right") - sum("right", good)),
    shown("the client left", sum("left")),
    shown("refused for another reason", sum("refused")),
    numberRow("load: answered wrongly", sum("wrong"), write.writeCount, NONE),
    numberRow("load: lost", sum("lost"), write.writeCount, NONE),
    numberRow("load: answered twice", account.twice, write.writeCount, NONE),
    // Those that a killed replica had begun to answer.
    numberRow("load: plain calls refused", sum("refused", plain), write.writeCount, atMost(CLIENTS, write.writeCount)),
    { work: "load: pace", measured: write.writeRate(account.settled / account.seconds) },
  ];
}

/**
 * @param {string} work
 * @param {number} count
 * @returns {Row}
 */
function shown(work, count) {
  return { work: `load: ${work}`, measured: write.writeCount(count) };
}

/**
 * @param {LoadResult} result
 * @returns {Row[]}
 */
function makeKillRows({ underWay, retried, ended, alive }) {
  const unasked = ended.filter((how) => how !== "SIGKILL").length;
  return [
    numberRow("load: calls that the killed replica had", underWay, write.writeCount, atLeast(1, write.writeCount)),
    shown("calls sent again by the balancer", retried),
    numberRow("load: replicas that ended by themselves", unasked, write.writeCount, NONE),
    numberRow("load: replicas at the end", alive, write.writeCount, exactly(3, write.writeCount)),
  ];
}

/**
 * @param {LoadResult} result
 * @returns {Row[]}
 */
function makeTimeRows({ account: { median, slowest }, quiet }) {
  const against = "a call while nothing else happens";
  return [
    slowerRow({ work: "load: plain calls, median", ours: median, against, theirs: quiet }),
    slowerRow({ work: "load: plain calls, 99th percentile", ours: slowest, against, theirs: quiet }),
  ];
}

/**
 * @param {LoadResult} result
 * @returns {Row[]}
 */
function makeHeldRows({ memory, before, after, left }) {
  // Memory goes up and down with the collector, so the lowest of many samples counts.
  const low = (/** @type {number} */ from) => memory.map((sizes) => Math.min(...sizes.slice(from, from + 30)));
  const [early, late] = [low(10), low(70)];
  const growths = late.map((size, index) => size - (early[index] ?? Number.NaN));
  const most = growths.indexOf(Math.max(...growths));
  const bound = atMost(MOST_GROWTH, write.writeMemory);
  const more = (/** @type {(held: import("./probe-load.mjs").Held) => number} */ count) =>
    after.reduce((sum, held, index) => sum + Math.max(0, count(held) - count(before[index] ?? held)), 0);
  return [
    {
      work: "load: memory of a replica, last third of the calls",
      ours: late[most] ?? Number.NaN,
      against: "first third",
      theirs: early[most] ?? Number.NaN,
      write: write.writeMemory,
      measured: `${write.writeMemory(growths[most] ?? Number.NaN)} more`,
      bound: bound.text,
      holds: bound.holds(growths[most] ?? Number.NaN),
    },
    numberRow(
      "load: descriptors left open",
      more(({ descriptors }) => descriptors),
      write.writeCount,
      NONE,
    ),
    numberRow(
      "load: sockets left open",
      more(({ sockets }) => sockets),
      write.writeCount,
      NONE,
    ),
    numberRow(
      "load: children left",
      more(({ children }) => children.length),
      write.writeCount,
      NONE,
    ),
    numberRow("load: processes left when all is closed", left, write.writeCount, NONE),
  ];
}

/**
 * @param {LoadResult} result
 * @returns {Row[]}
 */
function makeReasonRows({ account: { reasons } }) {
  return Object.entries(reasons).map(([reason, count]) => ({
    work: `load, refused: ${reason.replaceAll(/\/\S+\//g, "…/").split(";")[0]}`,
    measured: write.writeCount(count),
  }));
}

/**
 * @param {LoadResult} result
 * @returns {Row[]}
 */
function makeKindRows({ account: { kinds }, hasSlowMount }) {
  const rows = Object.entries(kinds).map(([name, { expected, right, left, refused, wrong, lost }]) => {
    const sent = right + left + refused + wrong + lost;
    const others = refused === 0 ? "" : `, ${write.writeCount(refused)} refused with a reason`;
    return {
      work: `load, ${name}`,
      measured: `${write.writeCount(right + left)} of ${write.writeCount(sent)} ${expected}${others}`,
      bound: "all",
      holds: wrong === 0 && lost === 0,
    };
  });
  const missing = {
    work: "load, slow: a file system that sleeps by turns",
    measured: "left out: needs bindfs and root",
  };
  return hasSlowMount ? rows : [...rows, missing];
}
