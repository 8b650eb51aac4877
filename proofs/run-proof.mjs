// Runs a proof to its end: within its time, and with everything cleaned up however it ends.

/**
 * @param {object} proof
 * @param {() => Promise<number | undefined>} proof.main Returns the exit code; none if all is well.
 * @param {() => unknown} proof.cleanUp Called at the end, and before the process is stopped early. May return a promise.
 * @param {number} proof.longestMs
 */
export async function runProof({ main, cleanUp, longestMs }) {
  const stop = async () => {
    await cleanUp();
    process.exit(1);
  };
  const timer = setTimeout(() => {
    console.error(`this takes longer than ${longestMs / 1000} seconds`);
    void stop();
  }, longestMs);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => void stop());
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    clearTimeout(timer);
    await cleanUp();
  }
}
