// What the clients of the load test send that no client should: half requests, floods, bytes that come one by one.
import { setTimeout as sleep } from "node:timers/promises";

import { oldEra, writeRequest } from "./write-call.mjs";

/** @typedef {import("./load-calls.mjs").Kind} Kind */
/** @typedef {import("./raw-client.mjs").Answer} Answer */
/** @typedef {import("./raw-client.mjs").RawClient} RawClient */

/** How long a client waits before it leaves: from before its call is read to the middle of a slow one. */
const LEAVE_AFTER_MS = [0, 1, 3, 10, 30, 100];

/** The pace of a client that sends as slowly as it can. */
const DRIP_MS = 500;

/**
 * What goes to a replica as it is, because most of it is no HTTP.
 * @param {string} project
 * @returns {Kind[]}
 */
export function planAttacks(project) {
  const { headers, body } = oldEra("list_dir", { dir_path: project });
  const text = writeRequest({ headers, body });
  const flood = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x-${index}`, "x".repeat(20)]));
  const chunks = `40000\r\n${"x".repeat(0x4_00_00)}\r\n`.repeat(3);
  const head = text.slice(0, text.indexOf("\r\n\r\n") - 5);
  return [
    {
      ...attack("a flood of headers", 4),
      status: 431,
      text: writeRequest({ headers: { ...headers, ...flood }, body }),
    },
    { ...attack("no HTTP", 4), status: 400, text: "\u{0}\u{1}\u{2} nothing\r\n\r\n" },
    { ...attack("two lengths", 4), status: 400, text: text.replace("\r\n", "\r\ntransfer-encoding: chunked\r\n") },
    {
      ...attack("a body without end", 2),
      status: 413,
      text: `${writeRequest({ headers: { ...headers, "content-length": undefined, "transfer-encoding": "chunked" } })}${chunks}`,
    },
    { ...attack("half a head", 6), text: head, send: sendAndLeave },
    { ...attack("half a body", 6), text: text.slice(0, -9), send: sendAndLeave },
    { ...attack("40 requests at once, unread", 2), text: text.repeat(40), send: sendAndLeave },
    { ...attack("a head, byte by byte", 1), status: 408, text: head, send: drip, isLong: true },
    { ...attack("a body, byte by byte", 1), status: 408, text: text.slice(0, -1), send: drip, isLong: true },
  ];
}

/**
 * @param {string} name
 * @param {number} share
 */
function attack(name, share) {
  return { name: `hostile: ${name}`, share, isDirect: true };
}

/**
 * Sends everything, and drops the connection before, while or after it is read.
 * @param {RawClient} client
 * @param {string} text
 * @returns {Promise<undefined>}
 */
export async function sendAndLeave(client, text) {
  client.send(text);
  await sleep(LEAVE_AFTER_MS[Math.floor(Math.random() * LEAVE_AFTER_MS.length)] ?? 0);
  client.leave();
}

/**
 * Sends the last bytes one at a time, for as long as the server allows.
 * @param {RawClient} client
 * @param {string} text
 * @returns {Promise<Answer>}
 */
async function drip(client, text) {
  const start = text.length - 60;
  const answer = client.ask(text.slice(0, start));
  let at = start;
  const timer = setInterval(() => client.send(text[at++] ?? ""), DRIP_MS);
  return answer.finally(() => clearInterval(timer));
}
