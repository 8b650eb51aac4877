// How much memory work holds on to, with what is garbage taken away.
import v8 from "node:v8";
import vm from "node:vm";

/** Gives a function to be called in the middle of the work, and the most bytes that were held then beyond those before. */
export function watchHeldMemory(): { look: () => void; most: () => number } {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  return {
    look() {
      collect();
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    },
    most: () => most,
  };
}
