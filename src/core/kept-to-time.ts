// A file system that may never answer, as one whose reads end when their time is over or their call is cancelled.
import { CallClock } from "./call-clock.ts";
import { withMembers, type FileSystem, type ReadOptions } from "./file-system.ts";
import { readError } from "./problem.ts";
import { withinTime } from "./within-time.ts";

/** A file system that keeps to the time itself has better words for its failure. */
const GRACE_MS = 50;

/** A program's own file system, or a store. Our disk keeps to the time, and is returned as it is. */
export function keptToTime(fileSystem: FileSystem): FileSystem {
  if (fileSystem.isLocalDisk === true) {
    return fileSystem;
  }
  const { readKeys, readDetails, readFile, realPath } = fileSystem;
  return withMembers(fileSystem, {
    async readDirectory(directory, options) {
      const read = await inTime(fileSystem.readDirectory(directory, options), options);
      return Array.isArray(read.batches) ? read : { ...read, batches: eachInTime(read.batches, options) };
    },
    ...(readKeys && {
      readKeys: (directory, options) => eachInTime(readKeys.call(fileSystem, directory, options), options),
    }),
    ...(readDetails && {
      readDetails: async (directory, entries, options) =>
        inTime(readDetails.call(fileSystem, directory, entries, options), options),
    }),
    ...(readFile && {
      readFile: (path, options) => inTime(readFile.call(fileSystem, path, options), options),
    }),
    ...(realPath && {
      realPath: (path, options, ...more) => inTime(realPath.call(fileSystem, path, options, ...more), options),
    }),
  } satisfies Partial<FileSystem>);
}

/** The answer as it is if it is there at once; else a promise that fails with `ETIMEDOUT` or the signal's reason. */
function inTime<Answer>(answer: Answer | Promise<Answer>, options: ReadOptions): Answer | Promise<Answer> {
  if (typeof (answer as Partial<Promise<Answer>> | undefined)?.then !== "function") {
    return answer;
  }
  const { signal, timeoutMs = Infinity, remainingMs } = options;
  const wait = { signal, timeoutMs: Math.min(timeoutMs, remainingMs?.() ?? Infinity) + GRACE_MS };
  return withinTime(wait, tooLate, (stop) => {
    const stopped = new Promise<never>((_, fail) => {
      stop.addEventListener("abort", () => fail(stop.reason as Error));
      if (stop.aborted) {
        fail(stop.reason as Error);
      }
    });
    return Promise.race([stopped, answer]);
  });
}

function tooLate(): Error {
  return readError("ETIMEDOUT", "the file system did not answer in time");
}

/**
 * The batches or pages of a read, until the time of the whole call is over: what was read by then is shown. Lets the event loop turn, even if
 * all are there at once.
 */
function eachInTime<Batch>(
  batches: Iterable<Batch> | AsyncIterable<Batch>,
  options: ReadOptions,
): AsyncIterable<Batch> {
  const stop = (iterator: Iterator<Batch> | AsyncIterator<Batch>) =>
    // Not waited for: an iterator that does not answer does not end either.
    void Promise.resolve()
      .then(() => iterator.return?.())
      .catch(() => {});
  const wait = { ...options, timeoutMs: options.remainingMs === undefined ? options.timeoutMs : Infinity };
  return {
    [Symbol.asyncIterator]() {
      const iterator = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
      const clock = new CallClock(options.signal, options.remainingMs?.());
      return {
        async next() {
          try {
            await clock.check();
            return await inTime<IteratorResult<Batch>>(iterator.next(), wait);
          } catch (error) {
            stop(iterator);
            throw error;
          }
        },
        async return() {
          stop(iterator);
          return { done: true, value: undefined };
        },
      };
    },
  };
}
