// What is mounted now, or was some milliseconds ago: reading the kernel's table takes half as long as a small listing.
import fs from "node:fs";

import { readErrorCode } from "../../core/problem.ts";
import { NO_MOUNTS, parseMountTable, type MountTable } from "./mount-table.ts";

const MOUNT_TABLE = "/proc/self/mountinfo";

/** How long we trust the table in the middle of a listing. */
const TABLE_AGE_MS = 1000;

/**
 * How old the table may be when a listing begins. A mount that appeared in the last few milliseconds would have to be dead already
 * to do harm. But a listing that runs into one is stuck, so this must stay very short.
 */
const NEW_TABLE_AGE_MS = 10;

/** How much the kernel is asked for at first. There are a hundred bytes for each mount. */
const FIRST_BYTES = 16_384;

export class CurrentMounts {
  readonly #onRead: () => void;
  #table: MountTable | undefined;
  /** Whether the table has to be read again before it is used. */
  #isOld = false;
  #readAt = 0;
  /** Takes the table each time. */
  #bytes: Buffer | undefined;

  /** Calls `onRead` whenever the table is read, even if it is still the same. */
  constructor(onRead: () => void) {
    this.#onRead = onRead;
  }

  /** Called when a listing begins: the mounts may have changed since the last one. */
  refresh(): void {
    this.#isOld ||= performance.now() - this.#readAt > NEW_TABLE_AGE_MS;
  }

  /** What is mounted; nothing if the platform does not say. */
  get table(): MountTable {
    return this.#table === undefined || this.#isOld || performance.now() - this.#readAt > TABLE_AGE_MS
      ? this.#read()
      : this.#table;
  }

  #read(): MountTable {
    const now = performance.now();
    this.#table = process.platform === "linux" ? this.#readTable() : NO_MOUNTS;
    this.#readAt = now;
    this.#isOld = false;
    this.#onRead();
    return this.#table;
  }

  #readTable(): MountTable {
    try {
      const text = this.#readText();
      return text === this.#table?.text ? this.#table : parseMountTable(text);
    } catch (error) {
      if (readErrorCode(error) === undefined) {
        // Deno does not let us look. Without the table a mount that does not answer would stop the process.
        throw error;
      }
      // If we can't look because too many files are open, what we saw last is still the best we know.
      return this.#table ?? NO_MOUNTS;
    }
  }

  /** Node's `readFileSync` takes 64 KiB of new memory for any file of unknown size, which is half of its time. */
  #readText(): string {
    const descriptor = fs.openSync(MOUNT_TABLE, "r");
    try {
      let bytes: Buffer = this.#bytes ?? Buffer.alloc(FIRST_BYTES);
      this.#bytes = bytes;
      let end = 0;
      for (;;) {
        const count = fs.readSync(descriptor, bytes, end, bytes.length - end, null);
        if (count === 0) {
          return bytes.toString("latin1", 0, end);
        }
        end += count;
        if (end === bytes.length) {
          bytes = Buffer.concat([bytes], 2 * end);
          this.#bytes = bytes;
        }
      }
    } finally {
      fs.closeSync(descriptor);
    }
  }
}
