// Runs a piece of a test as a user whom permissions bind: root reads everything.
const NOBODY = 65534;

/** Runs `work` without root's privileges. Only in a process of its own, which vitest's forks are. */
export async function asUnprivileged<Result>(work: () => Promise<Result>): Promise<Result> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) {
    process.setegid?.(NOBODY);
    process.seteuid?.(NOBODY);
  }
  try {
    return await work();
  } finally {
    if (isRoot) {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
  }
}
