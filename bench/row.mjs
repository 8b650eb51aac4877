// A row of the table: what was measured, what it must reach, and whether it does.
import { writeFaster, writeFewer, writeMore, writeTimes } from "./write-number.mjs";

/**
 * @typedef {object} Bound
 * @property {string} text
 * @property {(value: number) => boolean} holds
 */

/**
 * @typedef {object} Row
 * @property {string} work
 * @property {number} [ours]
 * @property {string} [against]
 * @property {number} [theirs]
 * @property {(value: number) => string} [write] How ours and theirs are written. Default: as times in milliseconds.
 * @property {string} measured
 * @property {string} [bound]
 * @property {boolean} [holds] Undefined if there is no bound.
 */

/**
 * @param {number} most
 * @param {(value: number) => string} write
 * @returns {Bound}
 */
export function atMost(most, write) {
  return { text: `<= ${write(most)}`, holds: (value) => value <= most };
}

/**
 * @param {number} least
 * @param {(value: number) => string} write
 * @returns {Bound}
 */
export function atLeast(least, write) {
  return { text: `>= ${write(least)}`, holds: (value) => value >= least };
}

/**
 * @param {number} value
 * @param {(value: number) => string} write
 * @returns {Bound}
 */
export function exactly(value, write) {
  return { text: write(value), holds: (other) => other === value };
}

/**
 * A row with one number.
 * @param {string} work
 * @param {number} value
 * @param {(value: number) => string} write
 * @param {Bound} bound
 * @returns {Row}
 */
export function numberRow(work, value, write, bound) {
  return { work, measured: write(value), bound: bound.text, holds: bound.holds(value) };
}

/**
 * A row with two times and the ratio of ours to theirs.
 * @param {{ work: string, ours: number, against: string, theirs: number }} times
 * @param {Bound} [bound]
 * @returns {Row}
 */
export function slowerRow(times, bound) {
  const ratio = times.ours / times.theirs;
  return { ...times, measured: writeTimes(ratio), bound: bound?.text, holds: bound?.holds(ratio) };
}

/**
 * A row with two times and the ratio of theirs to ours.
 * @param {{ work: string, ours: number, against: string, theirs: number }} times
 * @param {Bound} [bound]
 * @returns {Row}
 */
export function fasterRow(times, bound) {
  const ratio = times.theirs / times.ours;
  return { ...times, measured: writeFaster(ratio), bound: bound?.text, holds: bound?.holds(ratio) };
}

/**
 * A row with two amounts, the smaller of which is better, and the ratio of theirs to ours.
 * @param {{ work: string, ours: number, against: string, theirs: number, write: (value: number) => string }} amounts
 * @param {Bound} [bound]
 * @returns {Row}
 */
export function fewerRow(amounts, bound) {
  const ratio = amounts.theirs / amounts.ours;
  return { ...amounts, measured: writeFewer(ratio), bound: bound?.text, holds: bound?.holds(ratio) };
}

/**
 * A row with two amounts, the larger of which is better, and the ratio of ours to theirs.
 * @param {{ work: string, ours: number, against: string, theirs: number, write: (value: number) => string }} amounts
 * @param {Bound} [bound]
 * @returns {Row}
 */
export function moreRow(amounts, bound) {
  const ratio = amounts.ours / amounts.theirs;
  return { ...amounts, measured: writeMore(ratio), bound: bound?.text, holds: bound?.holds(ratio) };
}
