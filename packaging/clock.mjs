// What the command and the library use for `performance.now()`: the same clock, without loading what else `performance` can do, which
// takes 2 ms.

export function now() {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
