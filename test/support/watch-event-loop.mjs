// Loaded into a process before its program: watches how long its event loop is held, and tells whoever started it.
import fs from "node:fs";

const OWN_TIMES = `/proc/self/task/${process.pid}/schedstat`;

/** The processor time of the main thread so far, in milliseconds: a machine that is busy with other things does not count. */
function computedTime() {
  return Number(fs.readFileSync(OWN_TIMES, "utf8").split(" ", 1)[0]) / 1e6;
}

let longest = 0;
let last = computedTime();

function tick() {
  const now = computedTime();
  longest = Math.max(longest, now - last);
  last = now;
}

// Once in every turn of the event loop that takes a millisecond or more.
setInterval(tick, 1).unref();

process.on("message", () => {
  tick();
  process.send?.({ longest });
  longest = 0;
});
process.channel?.unref();
