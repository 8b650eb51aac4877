// One call through a router of the built package: what a model would see.
import { createToolRouter, FunctionCallError } from "../dist/index.js";

/**
 * @param {string} toolName
 * @param {object | string} given Arguments, or their JSON text.
 * @param {import("../../../src/tools/tool-declaration.ts").ToolRouterOptions} [options]
 * @returns {Promise<string>}
 */
export async function callTool(toolName, given, options = {}) {
  const json = typeof given === "string" ? given : JSON.stringify(given);
  try {
    const payload = { type: /** @type {const} */ ("function"), arguments: json };
    return (await createToolRouter(options).dispatch({ toolName, callId: "1", payload })).content;
  } catch (error) {
    if (error instanceof FunctionCallError && error.kind === "respond_to_model") {
      return `error: ${error.message}`;
    }
    return `${error instanceof Error ? `${error.name}: ${error.message}` : error}`;
  }
}

/**
 * @param {string} dirPath
 * @param {object} [options]
 * @param {object} [others] Other arguments.
 */
export function listDir(dirPath, options = {}, others = {}) {
  return callTool("list_dir", { dir_path: dirPath, ...others }, options);
}
