// Finds the directory that a path leads to, one component at a time. We resolve links ourselves, so that we open or inspect
// nothing before asking the bounds about it: what is outside them can neither leak nor hold us up.
import type { ByteString } from "../../core/byte-string.ts";
import type { OpenRootOptions } from "../../core/file-system.ts";
import { refuseUnlisted } from "./listed-name.ts";

/** Goes down from the top of a file system, one directory at a time. */
export interface PathSteps {
  /** Goes back to the top and returns its path, which names are appended to. */
  restart(): ByteString;
  /** The names in a path or in the target of a link. */
  split(path: ByteString): ByteString[];
  join(directory: ByteString, name: ByteString): ByteString;
  isAbsolute(target: ByteString): boolean;
  /**
   * Enters the directory `name` in the current one; `path` is its full path. If it is a link, returns the target and stays. If the
   * current directory lists it by another name, returns that and stays. Fails as a directory read does. Returns a promise only if
   * there is something to wait for.
   */
  enter(name: ByteString, path: ByteString): Promise<StepResult> | StepResult;
}

/** What came of a step: the target of a link, the name that the disk gives, or nothing if the directory was entered. */
export type StepResult = ByteString | { readonly listedAs: ByteString } | undefined;

/** As many links as Linux follows in one path. */
const MOST_LINKS = 40;

/** Goes where a path leads and returns the real path. Fails as a directory read does, or as the bounds do. */
export async function followPath(path: ByteString, steps: PathSteps, options: OpenRootOptions): Promise<ByteString> {
  const { bounds } = options;
  const keepTime = timekeeper(options);
  /** The names of the directory that the steps have reached, and where it is. */
  let names: ByteString[] = [];
  let at: ByteString = steps.restart();
  let place = bounds.top;
  /** What is left to walk, the next name last. */
  const rest = steps.split(bounds.start(path)).toReversed();
  const startOver = (first: readonly ByteString[]): void => {
    rest.push(...first.toReversed());
    names = [];
    at = steps.restart();
    place = bounds.top;
  };
  let links = 0;
  /** Whether the next name is one that its directory has just listed in place of another. */
  let isListed = false;
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    const turn = keepTime();
    if (turn !== undefined) {
      await turn;
    }
    if (name === ".") {
      continue;
    }
    if (name === "..") {
      // Only a link can contain `..`. We walk down again from the top: keeping the way open would slow down every other path.
      startOver(names.slice(0, -1));
      continue;
    }
    const next = place.enter(name);
    const nextAt = steps.join(at, name);
    const entered = steps.enter(name, nextAt);
    const target = entered instanceof Promise ? await entered : entered;
    const wasListed = isListed;
    isListed = typeof target === "object";
    if (target === undefined) {
      names.push(name);
      at = nextAt;
      place = next;
      continue;
    }
    if (typeof target === "object") {
      if (wasListed) {
        // Somebody is renaming the entry. The next call may find it.
        refuseUnlisted(name);
      }
      // The bounds must see the name that the disk gives, too.
      rest.push(target.listedAs);
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) {
      throw Object.assign(new Error("ELOOP: too many symbolic links"), { code: "ELOOP" });
    }
    next.follow();
    if (steps.isAbsolute(target)) {
      startOver(steps.split(bounds.start(target)));
    } else {
      rest.push(...steps.split(target).toReversed());
    }
  }
  return at;
}

/** Links can make a path of a hundred thousand steps, so others get a turn in between, and the caller's time limit is kept. */
function timekeeper({ signal, timeoutMs = Infinity, pause }: OpenRootOptions): () => Promise<void> | undefined {
  const end = performance.now() + timeoutMs;
  const look = (): void => {
    signal?.throwIfAborted();
    if (performance.now() > end) {
      throw Object.assign(new Error("ETIMEDOUT: the path was not followed in time"), { code: "ETIMEDOUT" });
    }
  };
  return () => pause()?.then(look);
}
