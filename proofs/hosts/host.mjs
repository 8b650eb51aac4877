// What this program needs to know about a host: how to install, set up and start it, and how it talks to its model.
import { fileURLToPath } from "node:url";

import { readToolNames } from "../read-tools.mjs";

/** The command line as `npm run build` leaves it. */
export const BUILT_COMMAND = fileURLToPath(new URL("../../dist/cli/main.cjs", import.meta.url));

/**
 * One tool as the model sees it.
 * @typedef {object} OfferedTool
 * @property {string} name Our own name of the tool, without the host's prefix.
 * @property {string} description
 * @property {Record<string, { type?: string, description?: string }>} properties
 */

/**
 * What one request to the model says.
 * @typedef {object} ModelRequest
 * @property {readonly OfferedTool[]} offered Our tools only.
 * @property {readonly string[]} results The results of the calls so far, as the model sees them.
 */

/**
 * @typedef {object} ToolCall
 * @property {number} number From 0.
 * @property {string} tool
 * @property {Record<string, unknown>} arguments
 */

/**
 * The API through which a host talks to its model.
 * @typedef {object} Wire
 * @property {(url: string) => boolean} isTurn Whether a request asks the model for its next turn.
 * @property {(body: any) => ModelRequest} read
 * @property {(call: ToolCall, request: { url: string, body: any }) => Reply} call A turn in which the model calls a tool.
 * @property {(request: { url: string, body: any }) => Reply} end A turn in which the model has nothing more to do.
 */

/** @typedef {{ type: string, text: string }} Reply */

/**
 * How our server is reached.
 * @typedef {{ transport: "stdio", command: readonly string[] } | { transport: "http", url: string }} ServerAddress
 */

/**
 * @typedef {object} Setup
 * @property {string} home An empty folder for everything that the host stores.
 * @property {string} workspace The folder in which it works.
 * @property {string} modelUrl
 * @property {ServerAddress} server
 */

/**
 * @typedef {object} Host
 * @property {string} name
 * @property {string} title
 * @property {string} version
 * @property {readonly string[]} packages What npm installs, exactly.
 * @property {string} program The file to run, below the folder of the installation.
 * @property {boolean} runsOnNode Whether that file is a script.
 * @property {(setup: Setup) => { words: readonly string[], variables: Record<string, string> }} prepare Writes the
 * host's configuration and returns the command line and the environment.
 * @property {Wire} wire
 * @property {boolean} showsStructured Whether the model sees structured content instead of text, if there is both.
 * @property {(shown: string) => string | undefined} unwrap Our part of a result, or undefined if the host's wrapping is not
 * the known one.
 * @property {(shown: string) => string | undefined} unwrapError The same for an error.
 * @property {(field: string, type: string) => string} [refuseBySchema] What the model sees if the host itself checks arguments by
 * our schema, and a field is not of its declared type: the call does not reach us then.
 * @property {string} wrapping How a result is wrapped, for the table.
 */

/** The name of our server in the hosts' configurations. */
export const SERVER_NAME = "dirleaf";

/** The names of our tools. */
export const TOOL_NAMES = readToolNames(BUILT_COMMAND);

/**
 * Events as a model's server sends them.
 * @param {readonly Record<string, unknown>[]} events An event that has a type is named after it.
 * @returns {Reply}
 */
export function toEventStream(events) {
  const written = events.map((event) => {
    const name = event.type === undefined ? "" : `event: ${event.type}\n`;
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return { type: "text/event-stream", text: written.join("") };
}

/**
 * @param {unknown} value
 * @returns {Reply}
 */
export function toJson(value) {
  return { type: "application/json", text: JSON.stringify(value) };
}

/**
 * The part of a text between a start and an end, both of which must be present.
 * @param {string} text
 * @param {RegExp} wrapping With one group.
 */
export function takeInside(text, wrapping) {
  return wrapping.exec(text)?.[1];
}
