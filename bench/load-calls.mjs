// Everything that the clients of the load test send, how often, and what must come back.
import { setTimeout as sleep } from "node:timers/promises";

import { messageOverHttp, writeRequest } from "./clients.mjs";

/** Stands for the number of a call, and is as long. */
export const ID = "9999999";

/** The shares of all kinds make up so many calls. */
export const SHARES = 1000;

/** The largest body that the server reads. */
const LARGEST_BODY = 256 * 1024;

/** How long a client waits before it leaves: from before its call is read to the middle of a slow one. */
const LEAVE_AFTER_MS = [0, 1, 3, 10, 30, 100];

/** The pace of a client that sends as slowly as it can. */
const DRIP_MS = 500;

/**
 * The kinds of calls. Kinds of the same `name` are counted together, `share` is how many of `SHARES` they are, and `text` is what
 * is sent, with `ID` where the number of the call belongs. `status` and `body` must come back; without a status, the client does
 * not wait for an answer, or none comes. Some also have:
 * - `call`: the call whose answer by the library must come;
 * - `isGood`: there is nothing to refuse about it;
 * - `isPlain`: one of the small ordinary calls, which are timed;
 * - `startsProcess`: the server starts another process for it;
 * - `isDirect`: sent to a replica, not to the balancer, which would not pass on what is no HTTP;
 * - `isLong`: the client does not wait for it, but goes on with the next call;
 * - `send`: how to send it, if not by asking and waiting.
 */
export function planCalls({ project, huge, hugeFiles, mounted, outside }) {
  const search = { dir_path: huge, include: ["**/x-*"] };
  const farInside = { dir_path: huge, limit: 2000, offset: 0.9 * hugeFiles };
  const padded = { dir_path: project, padding: "x".repeat(LARGEST_BODY - 600) };
  const asleep = inBothEras("slow: a file system that sleeps by turns", 7, "list_directory", { path: mounted });
  const kinds = [
    ...inBothEras("slow: a search through the huge directory", 2, "list_dir", search),
    ...(mounted === undefined ? [] : asleep.map((kind) => ({ ...kind, startsProcess: true }))),
    ...inBothEras("huge: the largest page", 1, "list_dir", { dir_path: huge, limit: 2000 }),
    ...inBothEras("huge: the largest page, far inside", 1, "list_dir", farInside),
    ...inBothEras("huge: a map", 1, "map_dir", { dir_path: huge, budget: 10_000 }),
    ...inBothEras("huge: a body of 256 KiB", 4, "list_dir", padded),
    ...planCancelled(project, search),
    ...planRefused(project, outside),
    ...planAttacks(project),
  ];
  const left = SHARES - kinds.reduce((sum, { share }) => sum + share, 0);
  const third = Math.floor(left / 3);
  const plain = [
    ...inBothEras("plain: list_directory", third, "list_directory", { path: project }),
    ...inBothEras("plain: list_dir", third, "list_dir", { dir_path: project }),
    ...inBothEras("plain: map_dir", left - 2 * third, "map_dir", { dir_path: project }),
  ];
  return [...plain.map((kind) => ({ ...kind, isPlain: true })), ...kinds];
}

function planCancelled(project, search) {
  const leave = { isGood: false, status: undefined, call: undefined, send: sendAndLeave };
  const name = "cancelled: the client leaves";
  const notification = messageOverHttp("old", "notifications/cancelled", { requestId: Number(ID) });
  return [
    ...inBothEras(name, 22, "list_directory", { path: project }).map((kind) => ({ ...kind, ...leave })),
    ...inBothEras(name, 4, "list_dir", search).map((kind) => ({ ...kind, ...leave })),
    {
      name: "cancelled: notifications/cancelled",
      share: 14,
      status: 202,
      body: /^$/,
      isGood: true,
      text: writeRequest(notification),
    },
  ];
}

/** Calls that the server reads and must refuse. */
function planRefused(project, outside) {
  const listing = (more) => messageOf("old", "list_dir", { dir_path: project, ...more });
  const good = listing({});
  const newer = messageOf("new", "list_dir", { dir_path: project });
  const refuse = (name, change, status, body = /error/, share = 6) => ({
    name: `hostile: ${name}`,
    share,
    status,
    body,
    text: writeRequest({ ...good, ...change }),
  });
  const withHeader = (header) => ({ headers: { ...good.headers, ...header } });
  return [
    refuse("broken JSON", { body: good.body.slice(0, -2) }, 400, /Parse error/),
    refuse("JSON that is no message", { body: '{"a":[1]}' }, 400),
    refuse("a batch, which this version does not have", { body: `[${good.body}]` }, 400, /batches/),
    refuse("another Host", withHeader({ host: "evil.example" }), 403),
    refuse("a page of another Origin", withHeader({ origin: "https://evil.example" }), 403),
    refuse("another method", { method: "PUT" }, 405),
    refuse("another path", { path: "/etc/passwd" }, 404),
    refuse("another Content-Type", withHeader({ "content-type": "text/plain" }), 415),
    refuse("another Accept", withHeader({ accept: "text/html" }), 406),
    refuse("an unknown version", withHeader({ "mcp-protocol-version": "1999-01-01" }), 400),
    refuse("headers that the body contradicts", { ...newer, headers: { ...newer.headers, "mcp-name": "x" } }, 400),
    refuse("a body of 257 KiB", listing({ padding: "x".repeat(LARGEST_BODY) }), 413, /error/, 4),
    refuse("a body of 5 MiB", listing({ padding: "x".repeat(20 * LARGEST_BODY) }), 413, /error/, 2),
    ...byTool("an unknown tool", "rm", {}, /Tool rm not found/),
    ...byTool("arguments of other types", "list_dir", { dir_path: [] }, /"isError":true/),
    ...byTool("a path outside", "list_dir", { dir_path: outside }, /access denied/),
    ...byTool("a path outside", "list_dir", { dir_path: `${project}/../../..` }, /access denied/),
  ];
}

/** What no client should send: half requests, floods, bytes that come one by one. Most of it is no HTTP. */
function planAttacks(project) {
  const { headers, body } = messageOf("old", "list_dir", { dir_path: project });
  const text = writeRequest({ headers, body });
  const flood = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x-${index}`, "x".repeat(20)]));
  const endless = { ...headers, "content-length": undefined, "transfer-encoding": "chunked" };
  const chunks = `40000\r\n${"x".repeat(0x4_00_00)}\r\n`.repeat(3);
  const head = text.slice(0, text.indexOf("\r\n\r\n") - 5);
  return [
    attack("a flood of headers", 4, writeRequest({ headers: { ...headers, ...flood }, body }), { status: 431 }),
    attack("no HTTP", 4, "\u{0}\u{1}\u{2} nothing\r\n\r\n", { status: 400 }),
    attack("two lengths", 4, text.replace("\r\n", "\r\ntransfer-encoding: chunked\r\n"), { status: 400 }),
    attack("a body without end", 2, `${writeRequest({ headers: endless })}${chunks}`, { status: 413 }),
    attack("half a head", 6, head, { send: sendAndLeave }),
    attack("half a body", 6, text.slice(0, -9), { send: sendAndLeave }),
    attack("40 requests at once, unread", 2, text.repeat(40), { send: sendAndLeave }),
    attack("a head, byte by byte", 1, head, { status: 408, send: drip, isLong: true }),
    attack("a body, byte by byte", 1, text.slice(0, -1), { status: 408, send: drip, isLong: true }),
  ];
}

/** Sends everything, and drops the connection before, while or after it is read. */
async function sendAndLeave(client, text) {
  client.send(text);
  await sleep(LEAVE_AFTER_MS[Math.floor(Math.random() * LEAVE_AFTER_MS.length)]);
  client.leave();
}

/** Sends the last bytes one at a time, for as long as the server allows. */
async function drip(client, text) {
  let at = text.length - 60;
  const answer = client.ask(text.slice(0, at));
  const timer = setInterval(() => client.send(text[at++] ?? ""), DRIP_MS);
  return answer.finally(() => clearInterval(timer));
}

/** A call as the old era and the new one make it. By default, what the library answers must come. */
function inBothEras(name, share, tool, toolArguments, body) {
  const half = Math.floor(share / 2);
  const expected = body === undefined ? { call: { name: tool, arguments: toolArguments } } : { body };
  return [
    ["old", share - half],
    ["new", half],
  ].map(([era, part]) => {
    const text = writeRequest(messageOf(era, tool, toolArguments));
    return { name, share: part, status: 200, isGood: true, ...expected, text };
  });
}

function messageOf(era, name, toolArguments) {
  return messageOverHttp(era, "tools/call", { name, arguments: toolArguments }, Number(ID));
}

/** A call that a tool refuses. */
function byTool(name, tool, toolArguments, body) {
  return inBothEras(`hostile: ${name}`, 6, tool, toolArguments, body).map((kind) => ({ ...kind, isGood: false }));
}

function attack(name, share, text, more) {
  return { name: `hostile: ${name}`, share, isDirect: true, text, ...more };
}
