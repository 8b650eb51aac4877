// What a host is to this program: how it is installed, set up and started, and how its model is spoken to.
import { fileURLToPath } from "node:url";

import { readToolNames } from "../read-tools.mjs";

/** The command line as `npm run build` leaves it. */
export const BUILT_COMMAND = fileURLToPath(new URL("../../dist/cli/main.cjs", import.meta.url));

/**
 * One tool as the model is offered it.
 * @typedef {object} OfferedTool
 * @property {string} name Our own name of the tool, without what the host puts before it.
 * @property {string} description
 * @property {Record<string, { type?: string, description?: string }>} properties
 */

/**
 * What one request to the model says.
 * @typedef {object} ModelRequest
 * @property {readonly OfferedTool[]} offered Our tools only.
 * @property {readonly string[]} results What came of the calls so far, as the model is shown it.
 */

/**
 * @typedef {object} ToolCall
 * @property {number} number From 0.
 * @property {string} tool
 * @property {Record<string, unknown>} arguments
 */

/**
 * The language in which a host speaks to its model.
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
 * @property {string} home An empty folder for all that the host keeps.
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
 * host's configuration and gives the command line and the environment.
 * @property {Wire} wire
 * @property {boolean} showsStructured Whether the model is shown structured content in place of text, where there is both.
 * @property {(shown: string) => string | undefined} unwrap Our part of a result, nothing where the host's wrapping is not
 * what is known of it.
 * @property {(shown: string) => string | undefined} unwrapError The same for an error.
 * @property {string} wrapping How a result is wrapped, for the table.
 */

/** The name under which the hosts know our server. */
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
 * The part of a text between a start and an end that must both be there.
 * @param {string} text
 * @param {RegExp} wrapping With one group.
 */
export function takeInside(text, wrapping) {
  return wrapping.exec(text)?.[1];
}
