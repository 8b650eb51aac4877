// Which calls the model makes, given what it has seen so far: those of the script in order, and behind one that follows the
// last line, the calls that the last lines ask for.

/** @typedef {import("./host.mjs").Host} Host */
/** @typedef {import("./script.mjs").Step} Step */

/**
 * @typedef {object} PlayedStep
 * @property {Step} step
 * @property {Record<string, unknown>[]} calls The arguments of its calls.
 * @property {string[]} results What the model saw for them, as the host shows it. The last call may have none yet.
 */

/** More pages than any listing of the script has: a last line that leads in a circle must end. */
const MOST_PAGES = 50;

/** The last line of a page that is not the last: `offset` is a number, `after` is the rest of the line. */
const LAST_LINE = /^More than \d+ entries found; continue with (?:offset (?<offset>\d+)|after: (?<after>.*))$/;

/**
 * The steps up to the first call that has no result yet, or all of them.
 * @param {Pick<Host, "unwrap">} host
 * @param {readonly Step[]} script
 * @param {readonly string[]} results
 * @returns {PlayedStep[]}
 */
export function playScript(host, script, results) {
  /** @type {PlayedStep[]} */
  const played = [];
  let used = 0;
  for (const step of script) {
    /** @type {PlayedStep} */
    const now = { step, calls: [], results: [] };
    played.push(now);
    /** @type {Record<string, unknown> | undefined} */
    let values = step.arguments;
    while (values !== undefined) {
      now.calls.push(values);
      const shown = results[used];
      if (shown === undefined) {
        return played;
      }
      used += 1;
      now.results.push(shown);
      const goesOn = step.judge === "whole" && now.calls.length < MOST_PAGES;
      values = goesOn ? followLastLine(values, host.unwrap(shown)) : undefined;
    }
  }
  return played;
}

/**
 * The arguments that the last line of a page asks for, copied from it; undefined if it asks for nothing.
 * @param {Record<string, unknown>} values
 * @param {string | undefined} page
 */
function followLastLine(values, page) {
  const { offset, after } = LAST_LINE.exec(page?.split("\n").at(-1) ?? "")?.groups ?? {};
  if (offset === undefined && after === undefined) {
    return undefined;
  }
  return offset === undefined ? { ...values, after } : { ...values, offset: Number(offset) };
}
