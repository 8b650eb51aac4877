// Numbers as the table shows them: three significant digits, with their unit.

/** @param {number} ratio */
export function writeTimes(ratio) {
  return `${writeNumber(ratio)} x the time`;
}

/** @param {number} ratio */
export function writeFaster(ratio) {
  return `${writeNumber(ratio)} x faster`;
}

/** @param {number} ratio */
export function writeFewer(ratio) {
  return `${writeNumber(ratio)} x fewer`;
}

/** @param {number} ratio */
export function writeMore(ratio) {
  return `${writeNumber(ratio)} x as many`;
}

/** @param {number} rate */
export function writeRate(rate) {
  return `${writeCount(Math.round(rate))} a second`;
}

/** @param {number} count */
export function writeTokens(count) {
  return `${writeCount(count)} tokens`;
}

/** @param {number} count */
export function writeBytes(count) {
  return `${writeCount(count)} bytes`;
}

/** @param {number} count */
export function writeCount(count) {
  return count.toLocaleString("en-US");
}

/** @param {number} bytes */
export function writeMemory(bytes) {
  return `${writeNumber(bytes / 2 ** 20)} MiB`;
}

/** @param {number} milliseconds */
export function writeTime(milliseconds) {
  return milliseconds < 1000 ? `${writeNumber(milliseconds)} ms` : `${writeNumber(milliseconds / 1000)} s`;
}

/**
 * Three significant digits.
 * @param {number} value
 */
function writeNumber(value) {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)));
}
