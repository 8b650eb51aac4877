// A cached result of something that may fail for a while.

/** Starts a computation at once and caches its result; after a failure the next call retries. */
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
