// Everything that the clients of the load test send, how often, and what must come back.
import { planAttacks, sendAndLeave } from "./load-attacks.mjs";
import { ID, newEra, OLD, oldEra, writeRequest } from "./write-call.mjs";

/** @typedef {import("./raw-client.mjs").Answer} Answer */
/** @typedef {import("./raw-client.mjs").RawClient} RawClient */

/**
 * @typedef {object} Kind
 * @property {string} name Kinds of the same name are counted together.
 * @property {number} share Of `SHARES` calls.
 * @property {string} text What is sent. It holds `ID` where the number of the call belongs.
 * @property {number} [status] What must come back. Without one, the client does not wait for an answer, or none comes.
 * @property {RegExp} [body]
 * @property {{ name: string, arguments: object }} [call] The call, if it must have the answer that the library gives.
 * @property {boolean} [isGood] Whether there is nothing to refuse about it.
 * @property {boolean} [isPlain] Whether it is one of the small ordinary calls, which are timed.
 * @property {boolean} [startsProcess] Whether the server starts another process for it.
 * @property {boolean} [isDirect] Sent to a replica. Otherwise to the balancer, which would not pass on what is no HTTP.
 * @property {boolean} [isLong] The client does not wait for it, but goes on with the next call.
 * @property {(client: RawClient, text: string) => Promise<Answer | undefined>} [send] Default: asks, and waits for the answer.
 */

export const SHARES = 1000;

/** The largest body that the server reads. */
const LARGEST_BODY = 256 * 1024;

/**
 * @param {{ project: string, huge: string, hugeFiles: number, mounted: string | undefined, outside: string }} places
 * @returns {Kind[]} Their shares make up `SHARES`.
 */
export function planCalls({ project, huge, hugeFiles, mounted, outside }) {
  const kinds = [
    ...inBothEras("slow: a search through the huge directory", 2, "list_dir", { dir_path: huge, include: ["**/x-*"] }),
    ...(mounted === undefined
      ? []
      : inBothEras("slow: a file system that sleeps by turns", 7, "list_directory", { path: mounted }).map((kind) => ({
          ...kind,
          startsProcess: true,
        }))),
    ...inBothEras("huge: the largest page", 1, "list_dir", { dir_path: huge, limit: 2000 }),
    ...inBothEras("huge: the largest page, far inside", 1, "list_dir", {
      dir_path: huge,
      limit: 2000,
      offset: 0.9 * hugeFiles,
    }),
    ...inBothEras("huge: a map", 1, "map_dir", { dir_path: huge, budget: 10_000 }),
    ...inBothEras("huge: a body of 256 KiB", 4, "list_dir", {
      dir_path: project,
      padding: "x".repeat(LARGEST_BODY - 600),
    }),
    ...planCancelled(project, huge),
    ...planRefused(project, outside),
    ...planAttacks(project),
  ];
  const left = SHARES - kinds.reduce((sum, { share }) => sum + share, 0);
  return [...planPlain(project, left), ...kinds];
}

/**
 * @param {string} project
 * @param {number} share
 * @returns {Kind[]}
 */
function planPlain(project, share) {
  const third = Math.floor(share / 3);
  return [
    ...inBothEras("plain: list_directory", third, "list_directory", { path: project }),
    ...inBothEras("plain: list_dir", third, "list_dir", { dir_path: project }),
    ...inBothEras("plain: map_dir", share - 2 * third, "map_dir", { dir_path: project }),
  ].map((kind) => ({ ...kind, isPlain: true }));
}

/**
 * @param {string} project
 * @param {string} huge
 * @returns {Kind[]}
 */
function planCancelled(project, huge) {
  const leave = { isGood: false, status: undefined, call: undefined, send: sendAndLeave };
  const notification = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: Number(ID) } };
  return [
    ...inBothEras("cancelled: the client leaves", 22, "list_directory", { path: project }),
    ...inBothEras("cancelled: the client leaves", 4, "list_dir", { dir_path: huge, include: ["**/x-*"] }),
  ]
    .map((kind) => /** @type {Kind} */ ({ ...kind, ...leave }))
    .concat({
      name: "cancelled: notifications/cancelled",
      share: 14,
      status: 202,
      body: /^$/,
      isGood: true,
      text: writeRequest({ headers: OLD, body: JSON.stringify(notification) }),
    });
}

/**
 * Calls that the server reads and must refuse.
 * @param {string} project
 * @param {string} outside
 * @returns {Kind[]}
 */
function planRefused(project, outside) {
  const good = oldEra("list_dir", { dir_path: project });
  const newer = newEra("list_dir", { dir_path: project });
  const refuse = (
    /** @type {string} */ name,
    /** @type {object} */ change,
    /** @type {number} */ status,
    body = /error/,
  ) => ({
    name: `hostile: ${name}`,
    share: 6,
    status,
    body,
    text: writeRequest({ ...good, ...change }),
  });
  const padded = oldEra("list_dir", { dir_path: project, padding: "x".repeat(LARGEST_BODY) });
  const flooded = oldEra("list_dir", { dir_path: project, padding: "x".repeat(20 * LARGEST_BODY) });
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
    { ...refuse("a body of 257 KiB", padded, 413), share: 4 },
    { ...refuse("a body of 5 MiB", flooded, 413), share: 2 },
    ...inBothEras("hostile: an unknown tool", 6, "rm", {}, /Tool rm not found/).map(asError),
    ...inBothEras("hostile: arguments of other types", 6, "list_dir", { dir_path: [] }, /"isError":true/).map(asError),
    ...inBothEras("hostile: a path outside", 6, "list_dir", { dir_path: outside }, /access denied/).map(asError),
    ...inBothEras("hostile: a path outside", 6, "list_dir", { dir_path: `${project}/../../..` }, /access denied/).map(
      asError,
    ),
  ];
}

/** @param {Record<string, string>} header */
function withHeader(header) {
  return { headers: { ...OLD, ...header } };
}

/**
 * @param {Kind} kind
 * @returns {Kind}
 */
function asError(kind) {
  return { ...kind, isGood: false };
}

/**
 * A call as the old era and the new one make it.
 * @param {string} name
 * @param {number} share
 * @param {string} tool
 * @param {object} toolArguments
 * @param {RegExp} [body] By default, what the library answers.
 * @returns {Kind[]}
 */
function inBothEras(name, share, tool, toolArguments, body) {
  const half = Math.floor(share / 2);
  const call = { name: tool, arguments: toolArguments };
  const answered = { status: 200, isGood: true, ...(body === undefined ? { call } : { body }) };
  return [
    { name, share: share - half, ...answered, text: writeRequest(oldEra(tool, toolArguments)) },
    { name, share: half, ...answered, text: writeRequest(newEra(tool, toolArguments)) },
  ];
}
