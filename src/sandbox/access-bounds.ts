// What roots and deny rules say of one path, while it is followed to where it leads. Every refusal is made before the disk is
// asked, so that it can't depend on what is there.
import { isWithin, namesOfPath } from "../core/absolute-path.ts";
import type { ByteString } from "../core/byte-string.ts";
import type { BoundedPlace, PathBounds } from "../core/file-system.ts";
import type { GlobFilter } from "../filters/glob-filter.ts";
import { toRealSpelling, type AllowedRoot } from "./allowed-roots.ts";

/** A listing that the policy refuses. Its message is for the caller, and tells no more than the caller knew. */
export class AccessError extends Error {
  override readonly name = "AccessError";
}

export interface AccessRules {
  /** The roots; undefined where every directory may be listed. */
  readonly roots: readonly AllowedRoot[] | undefined;
  /** The filter of the file system's top; undefined where nothing is denied. */
  readonly denied: GlobFilter | undefined;
  /** The roots as the operator wrote them. */
  readonly shownRoots: readonly string[];
  /** The path as the caller wrote it. */
  readonly shownPath: string;
}

export class AccessBounds implements PathBounds {
  readonly top: BoundedPlace;
  readonly #rules: AccessRules;
  /** The root at or above which the path is now; none once it is below one. */
  #root: AllowedRoot | undefined;

  constructor(rules: AccessRules) {
    this.#rules = rules;
    const { roots, denied } = rules;
    this.top = this.#placeAt(0, roots, denied);
  }

  /** The root that the path had not left behind when it was followed no further. */
  get unreachedRoot(): AllowedRoot | undefined {
    return this.#root;
  }

  start(path: ByteString): ByteString {
    const { roots } = this.#rules;
    return roots === undefined ? path : toRealSpelling(roots, path);
  }

  /** Refuses a path that lies in no root. */
  refuseOutside(path: ByteString): void {
    const names = namesOfPath(path);
    if (this.#rules.roots?.some(({ real }) => isWithin(names, real)) === false) {
      throw this.#outside();
    }
  }

  /** Refuses a path that is denied, and gives what is denied below it. */
  refuseDenied(path: ByteString): GlobFilter | undefined {
    let filter = this.#rules.denied;
    for (const name of filter === undefined ? [] : namesOfPath(path)) {
      filter = this.#enterDenied(filter, name);
    }
    return filter;
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
    if (filter?.judge({ name, kind: "directory" }) === "hide") {
      throw new AccessError(`access denied: reading this path is blocked by policy: ${this.#rules.shownPath}`);
    }
    return filter?.enter(name);
  }

  #outside(): AccessError {
    const { shownPath, shownRoots } = this.#rules;
    const roots = shownRoots.length === 0 ? "none" : shownRoots.join(", ");
    return new AccessError(`access denied: ${shownPath} is outside the directories that may be listed: ${roots}`);
  }
}

/** A link stands where a root, or a directory above it, stood when the root was set. */
export class RootReplacedError extends AccessError {
  readonly root: string;

  constructor({ shown }: AllowedRoot) {
    super(`access denied: a link has taken the place of ${shown}, which was a directory; list another directory`);
    this.root = shown;
  }
}
