// The directories that may be listed, and their real paths. Those are determined once: if a link replaces a root later, it must
// not lead elsewhere.
import { isWithin, namesOfPath } from "../core/absolute-path.ts";
import { toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { findRealPath } from "./find-real-path.ts";
import { Retried } from "./retried.ts";

/** A root: its path as given, and its real path. */
export interface AllowedRoot {
  /** As the operator wrote it, made absolute. */
  readonly shown: string;
  readonly given: readonly ByteString[];
  readonly realPath: ByteString;
  readonly real: readonly ByteString[];
}

export class AllowedRoots {
  /** As the operator wrote them, made absolute. */
  readonly shown: readonly string[];
  readonly #roots: Retried<readonly AllowedRoot[]>;

  constructor(fileSystem: FileSystem, roots: readonly string[]) {
    this.shown = roots;
    const known = roots.map((shown) => new Retried((dropLater) => findRoot(fileSystem, shown, dropLater)));
    this.#roots = new Retried((dropLater) => findAll(known, dropLater));
  }

  /** The roots that could be found. A root that can't be found for now is left out, and looked for again on the next call. */
  find(): Promise<readonly AllowedRoot[]> {
    return this.#roots.get();
  }
}

async function findAll(known: readonly Retried<AllowedRoot>[], dropLater: () => void): Promise<AllowedRoot[]> {
  const found = await Promise.allSettled(known.map((root) => root.get()));
  if (known.some(({ isKept }) => !isKept)) {
    dropLater();
  }
  return found.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

/** Rewrites a path that is in a root as given into one that is in the root's real path. */
export function toRealSpelling(roots: readonly AllowedRoot[], path: ByteString): ByteString {
  const names = namesOfPath(path);
  if (roots.some(({ real }) => isWithin(names, real))) {
    return path;
  }
  const root = roots.find(({ given }) => isWithin(names, given));
  return root === undefined ? path : ([root.realPath, ...names.slice(root.given.length)].join("/") as ByteString);
}

async function findRoot(fileSystem: FileSystem, shown: string, dropLater: () => void): Promise<AllowedRoot> {
  const given = toByteString(shown);
  const realPath = await findRealPath(fileSystem, given, dropLater);
  return { shown, given: namesOfPath(given), realPath, real: namesOfPath(realPath) };
}
