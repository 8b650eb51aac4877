// Calls the tool `list_dir` for a page as a host does: JSON in, text out, including everything in between.
import { createToolRouter } from "../dist/index.js";

/** @typedef {import("../dist/index.js").ToolRouterOptions} ToolRouterOptions */

/**
 * The lines of a page, without the first one, which names the directory.
 * @param {Record<string, string | number>} toolArguments
 * @param {ToolRouterOptions} [options]
 * @returns {Promise<string[]>}
 */
export async function askListDir(toolArguments, options = {}) {
  const payload = /** @type {const} */ ({ type: "function", arguments: JSON.stringify(toolArguments) });
  const output = await createToolRouter(options).dispatch({ toolName: "list_dir", callId: "bench", payload });
  return output.content.split("\n").slice(1);
}

/**
 * Fails the run if an answer is wrong: a fast wrong answer is no result.
 * @param {boolean} holds
 * @param {string} statement
 */
export function expect(holds, statement) {
  if (!holds) {
    throw new Error(`wrong answer: ${statement}`);
  }
}
