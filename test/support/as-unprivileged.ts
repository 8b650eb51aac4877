// Runs part of a test as a user whom permissions restrict, since root can read everything.
export const NOBODY = 65_534;

/** Runs `work` without root's privileges. Works only in a separate process, such as vitest's forks. */
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
