// A directory that never ends, to see whether a framework's abort reaches the walk.
import { memory, type Entry, type FileSystem } from "dirleaf";

export interface EndlessDirectory {
  readonly fileSystem: FileSystem;
  /** Resolves when a walk starts to read. */
  readonly started: Promise<void>;
  /** Resolves when the walk closes the directory, which only happens if it is stopped. */
  readonly stopped: Promise<void>;
}

/** A file system in which every directory is endless. */
export function endlessDirectory(): EndlessDirectory {
  let start!: () => void;
  let stop!: () => void;
  const started = new Promise<void>((resolve) => (start = resolve));
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  async function* batches(signal?: AbortSignal): AsyncGenerator<readonly Entry[]> {
    start();
    try {
      for (let number = 0; ; number += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        signal?.throwIfAborted();
        yield [{ name: `${number}`, kind: "file" }];
      }
    } finally {
      stop();
    }
  }
  const fileSystem: FileSystem = {
    ...memory([]),
    // Without an order, the walk must read it to the end.
    readDirectory: (_directory, { signal }) => ({ isSorted: false, batches: batches(signal) }),
  };
  return { fileSystem, started, stopped };
}
