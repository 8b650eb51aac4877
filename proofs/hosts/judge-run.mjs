// What a run proves: each check passes or says what was wrong.
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

import { askProgram } from "./ask-program.mjs";
import { judgePages } from "./judge-pages.mjs";
import { playScript } from "./play-script.mjs";
import { LARGEST_PAGE } from "./script.mjs";
import { SANDBOX_KEY } from "./traffic.mjs";

/** @typedef {import("./host.mjs").Host} Host */
/** @typedef {import("./play-script.mjs").PlayedStep} PlayedStep */
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
  const played = playScript(host, script, run.turns.at(-1)?.results ?? []);
  return [
    { title: "the host runs", problem: run.failure },
    { title: "the tools are offered", problem: judgeOffer(run, tools) },
    ...script.map((step, index) => ({
      title: step.title,
      problem: judgeStep(host, step, played[index]?.results ?? [], answers.get(step)),
    })),
    { title: "the arguments arrive as the model wrote them", problem: judgeArguments(host, run, played) },
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
 * @param {readonly string[]} results
 * @param {string | undefined} answer
 */
function judgeStep(host, step, results, answer) {
  const [shown] = results;
  if (shown === undefined) {
    return "the model got no result";
  }
  const refusal = refusalOf(host, step);
  if (refusal !== undefined) {
    return shown === refusal ? undefined : `is ${JSON.stringify(shown)}, not the host's own ${JSON.stringify(refusal)}`;
  }
  const texts = results.map(step.fails === true ? host.unwrapError : host.unwrap);
  const [text] = texts;
  const unknown = results[texts.indexOf(undefined)];
  if (unknown !== undefined || text === undefined) {
    return `is wrapped otherwise than known: ${JSON.stringify(unknown?.slice(0, 300))}`;
  }
  if (step.judge === "whole") {
    return judgePages(/** @type {string[]} */ (texts), answer ?? "");
  }
  return step.judge === "same" ? judgeSame(host, step, text, answer) : step.judge(text);
}

/**
 * What the host itself answers to a call that does not fit our schema; undefined if the call reaches us.
 * @param {Host} host
 * @param {Step} step
 */
function refusalOf({ refuseBySchema }, { breaksSchema }) {
  return breaksSchema && refuseBySchema?.(breaksSchema.field, breaksSchema.type);
}

/**
 * @param {Host} host
 * @param {Step} step
 * @param {string} text
 * @param {string | undefined} answer
 */
function judgeSame(host, { tool, fails = false }, text, answer) {
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
 * @param {Host} host
 * @param {Run} run
 * @param {readonly PlayedStep[]} played
 */
function judgeArguments(host, { traffic: { calls } }, played) {
  const made = played
    .filter(({ step }) => refusalOf(host, step) === undefined)
    .flatMap(({ step, calls: all }) => all.map((values) => ({ tool: step.tool, values })));
  const index = made.findIndex(({ tool, values }, number) => {
    const call = calls[number];
    return call?.name !== tool || !isDeepStrictEqual(call.arguments, values);
  });
  if (index >= 0) {
    return `call ${index + 1} came as ${JSON.stringify(calls[index])}`;
  }
  return calls.length === made.length ? undefined : `${calls.length} calls came, not ${made.length}`;
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
 * What our command prints for each call of the script, for a step that follows the last line on one page.
 * @param {string} program
 * @param {string} workspace
 * @param {readonly Step[]} script
 */
export async function askForAnswers(program, workspace, script) {
  /** @type {Map<Step, string>} */
  const answers = new Map();
  for (const step of script.filter(({ judge }) => judge === "same" || judge === "whole")) {
    const call = step.judge === "same" ? step : { ...step, arguments: { ...step.arguments, limit: LARGEST_PAGE } };
    answers.set(step, await askProgram(program, call, workspace));
  }
  return answers;
}
