// What our command prints for a call: the answer that every host must pass on.
import { runProcess } from "../run-process.mjs";

const TIMEOUT_MS = 20_000;

/**
 * @param {string} program
 * @param {{ tool: string, arguments: Record<string, unknown>, fails?: boolean }} call
 * @param {string} cwd
 */
export async function askProgram(program, call, cwd) {
  const words = [program, "call", call.tool, JSON.stringify(call.arguments)];
  const { code, stdout, stderr } = await runProcess(process.execPath, words, {
    cwd,
    env: process.env,
    timeoutMs: TIMEOUT_MS,
  });
  // Otherwise an answer that is wrong everywhere would count as right.
  if (code !== (call.fails === true ? 1 : 0)) {
    throw new Error(`\`dirleaf call ${call.tool}\` ended with ${code}: ${stderr}${stdout}`);
  }
  // The last line feed is the terminal's, not the answer's.
  return (code === 0 ? stdout : stderr).replace(/\n$/, "");
}
