// Loaded into a process before its program. Measures how long its event loop is blocked, and reports it to the parent.
import fs from "node:fs";

const OWN_TIMES = `/proc/self/task/${process.pid}/schedstat`;

/** The main thread's processor time so far, in milliseconds, so that other work on the machine does not count. */
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

// Once per turn of the event loop that takes a millisecond or more.
setInterval(tick, 1).unref();

process.on("message", () => {
  tick();
  process.send?.({ longest });
  longest = 0;
});
process.channel?.unref();
