// The directories that may be listed, and where they really are. That is found out once: a root that is replaced by a link
// later on must not lead elsewhere.
import { isWithin, namesOfPath } from "../core/absolute-path.ts";
import { toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { findRealPath } from "./find-real-path.ts";
import { Retried } from "./retried.ts";

/** A root: its names as it was given, and where it really is. */
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

  /** The roots that could be found. One that can't be for now holds nothing, and is looked for again at the next call. */
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

/** The path by its real root, where it lies in a root by the name that this was given. */
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
