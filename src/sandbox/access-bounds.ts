// Applies roots and deny rules to a path while it is followed. Every refusal happens before the disk is accessed, so that it
// can't depend on what is there.
import { isWithin, namesOfPath } from "../core/absolute-path.ts";
import type { ByteString } from "../core/byte-string.ts";
import type { BoundedPlace, PathBounds } from "../core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter } from "../core/filter.ts";
import type { GlobFilter } from "../filters/glob-filter.ts";
import { toRealSpelling, type AllowedRoot } from "./allowed-roots.ts";

/** Thrown when the policy refuses a listing. The message is for the caller, and says nothing that the caller did not know. */
export class AccessError extends Error {
  override readonly name = "AccessError";
}

export interface AccessRules {
  /** The roots; undefined if every directory may be listed. */
  readonly roots: readonly AllowedRoot[] | undefined;
  /** The filter of the file system's top; undefined if nothing is denied. */
  readonly denied: GlobFilter | undefined;
  /** The roots as the operator wrote them. */
  readonly shownRoots: readonly string[];
  /** The path as the caller wrote it. */
  readonly shownPath: string;
  /** Whether `..` is an ordinary name, as in an object store. Elsewhere a path that still contains it may lead anywhere. */
  readonly isObjectStore: boolean;
}

export class AccessBounds implements PathBounds {
  readonly top: BoundedPlace;
  readonly #rules: AccessRules;
  /** The root that the path is now at or above; none once it is below one. */
  #root: AllowedRoot | undefined;

  constructor(rules: AccessRules) {
    this.#rules = rules;
    const { roots, denied } = rules;
    this.top = this.#placeAt(0, roots, denied);
  }

  /** The root that the path was still at or above when following it stopped. */
  get unreachedRoot(): AllowedRoot | undefined {
    return this.#root;
  }

  start(path: ByteString): ByteString {
    const { roots } = this.#rules;
    return roots === undefined ? path : toRealSpelling(roots, path);
  }

  /** Refuses a path as given if it is denied or not in any root. Returns the filter for what is denied below it. */
  admitGiven(path: ByteString): DirectoryFilter {
    return this.#admit(path, ({ given, real }, names) => isWithin(names, real) || isWithin(names, given));
  }

  /** The same for the real path that it led to. */
  admitReal(path: ByteString): DirectoryFilter {
    return this.#admit(path, ({ real }, names) => isWithin(names, real));
  }

  #admit(path: ByteString, holds: (root: AllowedRoot, names: readonly ByteString[]) => boolean): DirectoryFilter {
    const names = namesOfPath(path);
    let filter = this.#rules.denied;
    for (const name of filter === undefined ? [] : names) {
      filter = this.#enterDenied(filter, name);
    }
    const { roots, isObjectStore } = this.#rules;
    const isKnown = isObjectStore || !names.includes(".." as ByteString);
    if (roots !== undefined && !(isKnown && roots.some((root) => holds(root, names)))) {
      throw this.#outside();
    }
    return filter ?? SHOW_ALL;
  }

  #placeAt(depth: number, roots: readonly AllowedRoot[] | undefined, denied: GlobFilter | undefined): BoundedPlace {
    return {
      enter: (name) => {
        const left = roots?.filter(({ real }) => real.length <= depth || real[depth] === name);
        if (left?.length === 0) {
          throw this.#outside();
        }
        const below = this.#enterDenied(denied, name);
        const isBelowRoot = left?.some(({ real }) => real.length <= depth) !== false;
        this.#root = isBelowRoot ? undefined : left?.[0];
        return this.#placeAt(depth + 1, left, below);
      },
      follow: () => {
        if (this.#root !== undefined) {
          throw new RootReplacedError(this.#root);
        }
      },
    };
  }

  #enterDenied(filter: GlobFilter | undefined, name: ByteString): GlobFilter | undefined {
    if (filter?.judge({ name, kind: "directory" }) === "deny") {
      throw new AccessError(`access denied: reading this path is blocked by policy: ${this.#rules.shownPath}`);
    }
    return filter?.enter(name);
  }

  #outside(): OutsideError {
    const { shownPath, shownRoots } = this.#rules;
    const roots = shownRoots.length === 0 ? "none" : shownRoots.join(", ");
    return new OutsideError(`access denied: ${shownPath} is outside the directories that may be listed: ${roots}`);
  }
}

/** Thrown for a path that is in no root. */
export class OutsideError extends AccessError {}

/** Thrown if there is now a link where a root, or a directory above it, was when the root was set. */
export class RootReplacedError extends AccessError {
  readonly root: string;

  constructor({ shown }: AllowedRoot) {
    super(`access denied: a link has taken the place of ${shown}, which was a directory; list another directory`);
    this.root = shown;
  }
}
