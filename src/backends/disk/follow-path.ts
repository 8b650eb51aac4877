// Finds out where a path leads, one name at a time. We resolve links ourselves, so that we open or inspect nothing before asking the
// bounds about it: what is outside them can neither leak nor hold us up. The steps decide how a directory is entered.
import { splitNames, directoryOf, type ByteString } from "../../core/byte-string.ts";
import type { BoundedPlace, OpenRootOptions, PathBounds } from "../../core/file-system.ts";
import { pathIn } from "./disk-path.ts";
import { refuseUnlisted } from "./listed-name.ts";

/** How paths are written. */
export interface PathSyntax {
  /** What all paths start with. */
  readonly top: ByteString;
  /** The names in a path or in the target of a link. */
  split(path: ByteString): ByteString[];
  join(directory: ByteString, name: ByteString): ByteString;
  isAbsolute(target: ByteString): boolean;
}

export const POSIX_PATHS: PathSyntax = {
  top: "/" as ByteString,
  split: splitNames,
  join: pathIn,
  isAbsolute: (target) => target.startsWith("/"),
};

/** Goes down from the top of a file system, one directory at a time. */
export interface PathSteps {
  readonly syntax: PathSyntax;
  /** Whether `..` may be taken off a path. Otherwise the way to the directory above is walked again from the top. */
  readonly goesUpByName?: boolean;
  /** Goes back to the top. */
  restart(): void;
  /**
   * Enters the directory `name` in the current one; `path` is its full path, and `directory` that of the current one. Stays where it is
   * unless the result is `entered`. Fails as a directory read does. Returns a promise only if there is something to wait for.
   */
  enter(name: ByteString, path: ByteString, directory: ByteString): Promise<Step> | Step;
}

/** What came of a step. */
export type Step =
  | { readonly is: "entered" }
  /** There is a link, which has not been followed. */
  | { readonly is: "link"; readonly target: ByteString }
  /** The directory has the entry under another name. */
  | { readonly is: "spelled"; readonly listedAs: ByteString }
  /** The path is not followed any further. */
  | { readonly is: "end" };

export const ENTERED: Step = { is: "entered" };

/** Where a path leads. */
interface Followed {
  readonly path: ByteString;
  /** The names that were not followed, if the steps have ended the way. */
  readonly rest: readonly ByteString[];
}

/** As many links as Linux follows in one path. */
const MOST_LINKS = 40;

const EVERYWHERE: BoundedPlace = { enter: () => EVERYWHERE, follow() {} };

const NO_BOUNDS: PathBounds = { start: (path) => path, top: EVERYWHERE };

/** Goes where a path leads and returns the real path. Fails as a directory read does, or as the bounds do. */
export async function followPath(path: ByteString, steps: PathSteps, options: OpenRootOptions): Promise<ByteString> {
  const { signal, timeoutMs = Infinity, pause, bounds } = options;
  const end = performance.now() + timeoutMs;
  const way = follow(path, steps, bounds);
  let turn = way.next();
  while (turn.done !== true) {
    // Before any pause: a step that fails while nobody waits for it ends the process.
    const step = turn.value === undefined ? undefined : await turn.value;
    // Links can make a path of a hundred thousand steps, so others get a turn in between, and the caller's time limit is kept.
    const pausing = pause();
    if (pausing !== undefined) {
      await pausing;
      signal?.throwIfAborted();
      if (performance.now() > end) {
        throw Object.assign(new Error("ETIMEDOUT: the path was not followed in time"), { code: "ETIMEDOUT" });
      }
    }
    turn = way.next(step);
  }
  return turn.value.path;
}

/** The same at once, without bounds, for steps that never wait. With `from`, the path is below that directory. */
export function followNow(path: ByteString, steps: PathSteps, from: ByteString | undefined): Followed {
  const way = follow(path, steps, NO_BOUNDS, from);
  for (;;) {
    const turn = way.next();
    if (turn.done === true) {
      return turn.value;
    }
  }
}

/** Yields before each name, and whenever a step has to be waited for. It must be given what came of that step. */
function* follow(
  path: ByteString,
  steps: PathSteps,
  bounds: PathBounds,
  from?: ByteString,
): Generator<Promise<Step> | undefined, Followed, Step | undefined> {
  const { syntax } = steps;
  /** The names of the directory that the steps have reached, and where it is. */
  let names: ByteString[] = [];
  let at = from ?? syntax.top;
  let place = bounds.top;
  /** What is left to walk, the next name last. */
  const rest = syntax.split(bounds.start(path)).toReversed();
  const startOver = (first: readonly ByteString[]): void => {
    rest.push(...first.toReversed());
    names = [];
    at = syntax.top;
    place = bounds.top;
    steps.restart();
  };
  let links = 0;
  /** Whether the next name is one that its directory has just listed in place of another. */
  let isListed = false;
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    yield undefined;
    if (name === ".") {
      continue;
    }
    if (name === "..") {
      // Where directories are held open, we walk down again from the top: holding the whole way would slow down every other path.
      if (steps.goesUpByName === true) {
        at = directoryOf(at) || syntax.top;
      } else {
        startOver(names.slice(0, -1));
      }
      continue;
    }
    const next = place.enter(name);
    const nextAt = syntax.join(at, name);
    const entered = steps.enter(name, nextAt, at);
    const step = (entered instanceof Promise ? yield entered : entered) as Step;
    const wasListed = isListed;
    isListed = false;
    switch (step.is) {
      case "entered":
        names.push(name);
        at = nextAt;
        place = next;
        break;
      case "spelled":
        if (wasListed) {
          // Somebody is renaming the entry. The next call may find it.
          refuseUnlisted(name);
        }
        // The bounds must see the name that the disk gives, too.
        rest.push(step.listedAs);
        isListed = true;
        break;
      case "link":
        links += 1;
        if (links > MOST_LINKS) {
          throw Object.assign(new Error("ELOOP: too many symbolic links"), { code: "ELOOP" });
        }
        next.follow();
        if (syntax.isAbsolute(step.target)) {
          startOver(syntax.split(bounds.start(step.target)));
        } else {
          rest.push(...syntax.split(step.target).toReversed());
        }
        break;
      case "end":
        return { path: nextAt, rest: rest.toReversed() };
    }
  }
  return { path: at, rest: [] };
}
