// Measures how much memory work keeps alive, not counting garbage.
import v8 from "node:v8";
import vm from "node:vm";

/** Returns `look`, to be called during the work, and `most`, the most bytes in use at those times beyond those before. */
export function watchHeldMemory(): { look: () => void; most: () => number } {
  const collect = collector();
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

/** How many bytes of buffers are in use after the work that minor collections alone, made after each round of it, don't free. */
export async function heldByMinorCollections(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const collect = collector();
  collect();
  const before = process.memoryUsage().arrayBuffers;
  for (let round = 0; round < rounds; round += 1) {
    await work();
    collect({ type: "minor" });
  }
  return process.memoryUsage().arrayBuffers - before;
}

function collector(): (options?: { readonly type: "minor" }) => void {
  v8.setFlagsFromString("--expose-gc");
  return vm.runInNewContext("gc") as ReturnType<typeof collector>;
}
