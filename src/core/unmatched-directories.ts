// The directories of a page in which a walk level by level has found nothing yet, though directories in them may still lead to
// something. One is reported once the walk has been through all of them.
import type { ByteString } from "./byte-string.ts";
import type { Visit } from "./visit.ts";

interface Unmatched {
  readonly visit: Visit;
  /** How many directories below it the walk still has to read; Infinity if that is not known. */
  pending: number;
}

export class UnmatchedDirectories {
  readonly #known = new Map<string, Unmatched>();

  /** Adds a directory that has nothing to show itself, and so many directories that may lead to something. */
  add(visit: Visit, pending: number): void {
    this.#known.set(visit.path, { visit, pending });
  }

  /** Something was found in this directory, or could not be read: those above it are not without a match. */
  found(directory: ByteString): void {
    for (const path of this.#above(directory)) {
      this.#known.delete(path);
    }
  }

  /** This directory was read, has nothing to show, and has so many more that may lead. Returns the one that is done by now. */
  read(directory: ByteString, leads: number): Visit | undefined {
    for (const path of this.#above(directory)) {
      const unmatched = this.#known.get(path);
      if (unmatched !== undefined) {
        unmatched.pending += leads - 1;
        if (unmatched.pending === 0) {
          this.#known.delete(path);
          return { ...unmatched.visit, mark: "no match" };
        }
        return undefined;
      }
    }
    return undefined;
  }

  /** The walk is over: what is left has no match. */
  finish(): Visit[] {
    return [...this.#known.values()].map(({ visit }) => ({ ...visit, mark: "no match" }));
  }

  /** The directories that a directory lies in, the nearest first. */
  *#above(directory: ByteString): Generator<string, void> {
    if (this.#known.size === 0) {
      return;
    }
    for (let end = directory.lastIndexOf("/"); end > 0; end = directory.lastIndexOf("/", end - 1)) {
      yield directory.slice(0, end);
    }
  }
}
