// Measures how much memory work keeps alive, not counting garbage.
import v8 from "node:v8";
import vm from "node:vm";

/** Returns `look`, to be called during the work, and `most`, the most bytes in use at those times beyond those before. */
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
