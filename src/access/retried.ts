// A result that is looked for when it is first known what to look for, and kept. If that fails, the next call tries again.

/** Looks for a result at once. Returns a function that gives it. */
export function retried<Result>(find: () => Promise<Result>): () => Promise<Result> {
  let found: Promise<Result> | undefined;
  const get = (): Promise<Result> =>
    (found ??= find().catch((error: unknown) => {
      found = undefined;
      throw error;
    }));
  get().catch(() => {
    // Whoever needs the result gets the error.
  });
  return get;
}
