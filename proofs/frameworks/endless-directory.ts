// A directory that never ends, to see whether a framework's abort reaches the walk.
import { memory, toByteString, type FileSystem } from "dirleaf";

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
  const fileSystem: FileSystem = {
    ...memory([]),
    // Without an order, the walk must read it to the end.
    order: "none",
    async *readDirectory(_root, _path, { signal }) {
      start();
      try {
        for (let number = 0; ; number += 1) {
          await new Promise((resolve) => setImmediate(resolve));
          signal?.throwIfAborted();
          yield { entries: [{ name: toByteString(new TextEncoder().encode(`${number}`)), kind: "file" }] };
        }
      } finally {
        stop();
      }
    },
  };
  return { fileSystem, started, stopped };
}
