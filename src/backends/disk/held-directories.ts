// The open directories of a held tree: the root, and some of those on the way to the directory that was opened last.
import fs from "node:fs";

import { isAtOrBelow, type ByteString } from "../../core/byte-string.ts";
import { isEntryName } from "../../core/entry.ts";
import { openDirectoryIn } from "./descriptor-path.ts";

/** How many directories below the root are held open at once: a process has only so many descriptors. */
const MOST_HELD = 64;

interface Held {
  /** The path below the root. */
  readonly path: ByteString;
  readonly descriptor: number;
}

export class HeldDirectories {
  readonly #root: number;
  /** Each is below the one before it. There are gaps if the path is deeper than the number we may hold. */
  #held: Held[] = [];
  /** The directory that was used last without being held: rule files come several from one directory. */
  #aside: Held | undefined;

  /** Takes over the descriptor of the root. */
  constructor(root: number) {
    this.#root = root;
  }

  /**
   * The descriptor of a directory below the root, opened from the nearest one that is held. It is valid until the next call.
   * Throws as a directory read does.
   */
  open(directory: ByteString): number {
    let last = this.#held.at(-1);
    while (last !== undefined && !isAtOrBelow(directory, last.path)) {
      fs.closeSync(last.descriptor);
      this.#held.pop();
      last = this.#held.at(-1);
    }
    return this.#descend(last, directory, (opened) => this.#hold(opened));
  }

  /** Gives the descriptor of a directory to `work` and closes none that is held: another read may be using them. */
  use<Result>(directory: ByteString, work: (descriptor: number) => Result): Result {
    const leadsThere = ({ path }: Held) => isAtOrBelow(directory, path);
    const held = this.#held.findLast(leadsThere);
    const aside = this.#aside !== undefined && leadsThere(this.#aside) ? this.#aside : undefined;
    const nearest = (aside?.path.length ?? 0) > (held?.path.length ?? 0) ? aside : held;
    return work(this.#descend(nearest, directory, (opened) => this.#putAside(opened)));
  }

  /** Opens the directories from one on the way, or from the root, down to `directory`. Each is kept as soon as it is open. */
  #descend(from: Held | undefined, directory: ByteString, keep: (opened: Held) => void): number {
    let descriptor = from?.descriptor ?? this.#root;
    let start = from === undefined ? 0 : from.path.length + 1;
    while (start < directory.length) {
      const slash = directory.indexOf("/", start);
      const end = slash === -1 ? directory.length : slash;
      const name = directory.slice(start, end) as ByteString;
      refuseOddName(name);
      descriptor = openDirectoryIn(descriptor, name);
      keep({ path: directory.slice(0, end) as ByteString, descriptor });
      start = end + 1;
    }
    return descriptor;
  }

  #putAside(used: Held | undefined): void {
    if (this.#aside !== undefined) {
      fs.closeSync(this.#aside.descriptor);
    }
    this.#aside = used;
  }

  close(): void {
    this.#putAside(undefined);
    for (const { descriptor } of this.#held.splice(0)) {
      fs.closeSync(descriptor);
    }
    fs.closeSync(this.#root);
  }

  /** If there are too many, closes every other one held so far. Any point on the path still has an open directory nearby. */
  #hold(opened: Held): void {
    if (this.#held.length >= MOST_HELD) {
      this.#held = this.#held.filter(({ descriptor }, index) => {
        const isKept = index % 2 === 1;
        if (!isKept) {
          fs.closeSync(descriptor);
        }
        return isKept;
      });
    }
    this.#held.push(opened);
  }
}

/** Throws for a name that no entry can have, because it would lead elsewhere. */
export function refuseOddName(name: ByteString): void {
  if (!isEntryName(name)) {
    throw Object.assign(new Error(`ENOENT: no entry has the name ${JSON.stringify(name)}`), { code: "ENOENT" });
  }
}
