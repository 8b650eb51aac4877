// What a run proves: each check passes or says what was wrong.
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

import { askProgram } from "./ask-program.mjs";
import { SANDBOX_KEY } from "./traffic.mjs";

/** @typedef {import("./host.mjs").Host} Host */
/** @typedef {import("./run-host.mjs").Run} Run */
/** @typedef {import("./script.mjs").Step} Step */

/**
 * @typedef {object} Check
 * @property {string} title
 * @property {string | undefined} problem
 */

/**
 * @typedef {object} Tool As our server defines it.
 * @property {string} name
 * @property {string} description
 * @property {readonly string[]} properties
 */

/**
 * @param {object} evidence
 * @param {Host} evidence.host
 * @param {Run} evidence.run
 * @param {readonly Step[]} evidence.script
 * @param {readonly Tool[]} evidence.tools
 * @param {ReadonlyMap<Step, string>} evidence.answers What our command prints.
 * @returns {Check[]}
 */
export function judgeRun({ host, run, script, tools, answers }) {
  const results = run.turns.at(-1)?.results ?? [];
  return [
    { title: "the host runs", problem: run.failure },
    { title: "the tools are offered", problem: judgeOffer(run, tools) },
    ...script.map((step, index) => ({
      title: step.title,
      problem: judgeResult(host, step, results[index], answers.get(step)),
    })),
    { title: "the arguments arrive as the model wrote them", problem: judgeArguments(run, script) },
    { title: "nothing but the protocol", problem: run.traffic.faults[0] },
    ...(host.name === "codex" ? [{ title: "the state of the sandbox", problem: judgeSandbox(run) }] : []),
  ];
}

/**
 * @param {Run} run
 * @param {readonly Tool[]} tools
 */
function judgeOffer({ turns }, tools) {
  const [first] = turns;
  if (first === undefined) {
    return "no request to the model has them";
  }
  for (const { name, description, properties } of tools) {
    const offered = first.offered.find((tool) => tool.name === name);
    if (offered === undefined) {
      return `${name} is not among them`;
    }
    if (!offered.description.includes(description)) {
      return `${name} is described as ${JSON.stringify(offered.description)}`;
    }
    const missing = properties.find((property) => offered.properties[property] === undefined);
    if (missing !== undefined) {
      return `${name} has lost ${missing}`;
    }
  }
  return undefined;
}

/**
 * @param {Host} host
 * @param {Step} step
 * @param {string | undefined} shown
 * @param {string | undefined} answer
 */
function judgeResult(host, { tool, fails = false, judge }, shown, answer) {
  if (shown === undefined) {
    return "the model got no result";
  }
  const text = (fails ? host.unwrapError : host.unwrap)(shown);
  if (text === undefined) {
    return `is wrapped otherwise than known: ${JSON.stringify(shown.slice(0, 300))}`;
  }
  if (judge !== "same") {
    return judge(text);
  }
  const isStructured = host.showsStructured && tool === "list_directory" && !fails;
  const expected = isStructured && answer !== undefined ? rewriteJson(answer) : answer;
  return text === expected ? undefined : `is ${JSON.stringify(text)}, not ${JSON.stringify(expected)}`;
}

/**
 * Structured content reaches a host as an object, which it serializes itself: the same JSON, except that characters which we
 * escape for safety, but JSON does not have to, are not escaped.
 * @param {string} answer
 */
function rewriteJson(answer) {
  return JSON.stringify(JSON.parse(answer));
}

/**
 * @param {Run} run
 * @param {readonly Step[]} script
 */
function judgeArguments({ traffic: { calls } }, script) {
  const index = script.findIndex(({ tool, arguments: values }, number) => {
    const call = calls[number];
    return call?.name !== tool || !isDeepStrictEqual(call.arguments, values);
  });
  return index < 0 ? undefined : `call ${index + 1} came as ${JSON.stringify(calls[index])}`;
}

/**
 * Codex sends its working directory to a server that asks for it. Ours asks only a host that started it.
 * @param {Run} run
 */
function judgeSandbox({ transport, workspace, traffic: { announcesSandbox, calls } }) {
  if (announcesSandbox !== (transport === "stdio")) {
    return `the server ${announcesSandbox ? "announces" : "does not announce"} ${SANDBOX_KEY} on ${transport}`;
  }
  const expected = announcesSandbox ? pathToFileURL(workspace).href : undefined;
  const wrong = calls.find((call) => call._meta?.[SANDBOX_KEY]?.sandboxCwd !== expected);
  return wrong === undefined ? undefined : `a call came with ${JSON.stringify(wrong._meta?.[SANDBOX_KEY])}`;
}

/**
 * What our command prints for each call of the script.
 * @param {string} program
 * @param {string} workspace
 * @param {readonly Step[]} script
 */
export async function askForAnswers(program, workspace, script) {
  /** @type {Map<Step, string>} */
  const answers = new Map();
  for (const step of script.filter(({ judge }) => judge === "same")) {
    answers.set(step, await askProgram(program, step, workspace));
  }
  return answers;
}
