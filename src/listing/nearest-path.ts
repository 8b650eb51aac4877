// Finds the existing path that is nearest to a missing one: the deepest directory above it, and what in there was probably meant.
// Whatever roots or deny rules hide is left out before anything is compared, so it has no influence. Whether a directory exists is asked
// without reading it.
import { toText, type ByteString } from "../core/byte-string.ts";
import type { WaitOptions } from "../core/file-system.ts";
import { foldText } from "../core/names/fold-name.ts";
import { failWhenOver, keepPace, waitOnce, type Pace } from "../core/pace.ts";
import { readErrorCode } from "../core/problem.ts";
import { slipsBetween } from "../core/suggest.ts";
import { strideOf } from "../reading/selection.ts";
import { unquoteName } from "../render/entry-label.ts";
import { renderDirectoryBelow } from "../render/shown-path.ts";
import { AccessError, type AdmittedRoot } from "../sandbox/access-policy.ts";
import { eventLoopPause } from "./event-loop-pause.ts";
import type { ListingGuard } from "./listing-guard.ts";

/** Paths as a caller can copy them. */
interface NearestPath {
  /** The deepest directory above the missing path that exists. */
  readonly above: string;
  /** What in it is in the way, if the missing path is further down; undefined if it is right there. */
  readonly blocked: string | undefined;
  /** What was probably meant; undefined if nothing in `above` is near, or it was not searched. */
  readonly meant?: string;
  /** Whether the names in `above` could be read. */
  readonly isRead?: boolean;
}

/** A name, and how near it is. */
interface Near {
  readonly name: ByteString;
  readonly distance: number;
  readonly isLink: boolean;
}

/**
 * The path that is nearest to a missing one. Undefined if no directory above it may be listed, or the file system does not answer.
 * `searches`: whether to look for what was meant, too, which takes a read of the deepest directory.
 */
export async function findNearestPath(
  reach: Reach,
  missing: ByteString,
  searches: boolean,
): Promise<NearestPath | undefined> {
  const path = toComponents(reach, missing);
  const depth = await findDepth(reach, path).catch(toUndefined(reach));
  if (depth === undefined) {
    return undefined;
  }
  const above = path.names.slice(0, depth);
  const [asked, ...rest] = path.names.slice(depth);
  const blocked = asked === undefined || rest.length === 0 ? undefined : show(path, [...above, asked]);
  const found = { above: show(path, above), blocked };
  if (!searches || asked === undefined) {
    return found;
  }
  const near = await readNear(reach, join(path, above), asked).catch(toUndefined(reach));
  if (near === undefined) {
    return { ...found, isRead: false };
  }
  for (const { name, isLink } of near) {
    const meant = [...above, name];
    const whole = [...meant, ...rest];
    const isThere = async (names: readonly ByteString[]) =>
      (await probeDirectory(reach, join(path, names)).catch(toUndefined(reach))) === "directory";
    if (rest.length > 0 && (await isThere(whole))) {
      return { ...found, isRead: true, meant: show(path, whole) };
    }
    if (!isLink || (await isThere(meant))) {
      return { ...found, isRead: true, meant: show(path, meant) };
    }
  }
  return { ...found, isRead: true };
}

/** An absolute path in parts: the top of its file system, and the names below. */
interface Components {
  readonly top: string;
  readonly names: readonly ByteString[];
}

/** `..` is resolved by its text: the caller may not be allowed to know whether the part before it exists. */
function toComponents({ guard }: Reach, path: ByteString): Components {
  const resolved = guard.fileSystem.resolve("/", path);
  const top = guard.fileSystem.resolve(resolved, "/");
  const names = resolved.slice(top.length).split(top.endsWith("\\") ? /[\\/]/ : "/") as ByteString[];
  return { top: top.replaceAll("\\", "/"), names: names.filter((name) => name !== "") };
}

function join({ top }: Components, names: readonly ByteString[]): ByteString {
  return `${top}${names.join("/")}` as ByteString;
}

function show({ top }: Components, names: readonly ByteString[]): string {
  return renderDirectoryBelow(top, true, names.join("/") as ByteString);
}

/**
 * How many components lead to a directory that exists. What is above the roots is refused, then come those that exist, then those
 * that do not. So we can halve the range each time: a path may have fifty thousand components.
 */
async function findDepth(reach: Reach, path: Components): Promise<number | undefined> {
  let depth: number | undefined;
  for (let low = 0, high = path.names.length; low <= high;) {
    const middle = (low + high) >>> 1;
    const found = await probeDirectory(reach, join(path, path.names.slice(0, middle)));
    if (found === "missing") {
      high = middle - 1;
    } else {
      depth = found === "refused" ? depth : middle;
      low = middle + 1;
    }
  }
  return depth;
}

/**
 * The directory and the link in a directory that are nearest to a name, nearest first. A link may lead nowhere, so there should be
 * something else to suggest.
 */
function readNear(reach: Reach, path: ByteString, asked: ByteString): Promise<Near[]> {
  return withAdmitted(reach, path, async ({ fileSystem, filter }, wait) => {
    const pacing = { signal: reach.signal, pause: eventLoopPause, timeLeft: reach.timeLeft };
    const stride = strideOf(filter);
    const nearness = nearnessTo(asked);
    let best: { directory?: Near | undefined; symlink?: Near | undefined } = {};
    for await (const { entries, startsOver } of fileSystem.readDirectory(path, "" as ByteString, wait)) {
      best = startsOver === true ? {} : best;
      for (const [index, entry] of entries.entries()) {
        const { name, kind } = entry;
        // Judged first, whatever the name: the time that it takes must not depend on how near a denied name is.
        const isSeen = filter.judge(entry) !== "deny";
        if (isSeen && (kind === "directory" || kind === "symlink")) {
          const distance = nearness(name);
          const near = distance === undefined ? undefined : { name, distance, isLink: kind === "symlink" };
          best[kind] = near === undefined ? best[kind] : nearestFirst([near, best[kind]])[0];
        }
        if ((index + 1) % stride === 0) {
          await keepPace(pacing);
        }
      }
      await keepPace(pacing);
    }
    return nearestFirst([best.directory, best.symlink]);
  });
}

/** The nearest first, then by the bytes of their names. */
function nearestFirst(some: readonly (Near | undefined)[]): Near[] {
  return some
    .filter((near) => near !== undefined)
    .sort((a, b) => a.distance - b.distance || Number(a.name > b.name) - Number(a.name < b.name));
}

/** For `catch`: a search that fails has found nothing. Only a call that was cancelled ends here, and a defect. */
function toUndefined({ signal }: Reach): (error: unknown) => undefined {
  return (error) => {
    signal?.throwIfAborted();
    if (!(error instanceof AccessError) && readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  };
}

/**
 * 0: the same but for case, Unicode normalisation and escaping. 1 or 2: as many slips of the hand, and at most a third of the
 * name's length. Undefined: another name.
 */
type Nearness = (name: ByteString) => 0 | 1 | 2 | undefined;

/** Characters by which a name may be escaped. */
const ESCAPING = /["'`\\%]/;

/** Most names. They need no more than lower case. */
const ASCII_ONLY = /^[\0-\x7f]*$/;

const IN_QUOTES = /^(["'`])(.*)\1$/s;

/** Judges names by how many slips of the hand they are away from `asked`. Lengths count characters, not bytes. */
export function nearnessTo(asked: ByteString): Nearness {
  const text = toText(asked);
  const same = toSharedForm(asked, text);
  const from = toCharacters(text);
  return (name) => {
    const other = toText(name);
    if (toSharedForm(name, other) === same) {
      return 0;
    }
    const to = toCharacters(other);
    const most = Math.min(2, Math.floor(to.length / 3));
    const isFar = Math.abs(to.length - from.length) > most;
    const slips = isFar ? Infinity : slipsBetween(from, to, most);
    return slips === 1 || slips === 2 ? slips : undefined;
  };
}

/** The form that all spellings of a name share. `text` is the name as text. */
function toSharedForm(name: ByteString, text: string): string {
  const unescaped = ESCAPING.test(text) ? toText(unescapeName(name, text)) : text;
  return ASCII_ONLY.test(unescaped) ? unescaped.toLowerCase() : foldText(unescaped);
}

/** Undoes what a listing, a shell or a URL does to a name: quotes around it, a backslash before a character, `%20`. */
function unescapeName(name: ByteString, text: string): ByteString {
  return (unquoteName(text) ??
    name
      .replace(IN_QUOTES, "$2")
      .replaceAll(/\\([^a-z0-9])/gi, "$1")
      .replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) =>
        String.fromCharCode(Number.parseInt(byte, 16)),
      )) as ByteString;
}

/** A text in which an index counts characters. */
type Characters = ArrayLike<string>;

function toCharacters(text: string): Characters {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
}

/** Where to look, and for how long. */
export interface Reach extends Pace {
  readonly guard: ListingGuard;
}

/** `closed`: there is something, but the system does not let us look. `refused`: roots or deny rules forbid to ask. */
type Found = "directory" | "closed" | "missing" | "refused";

/** What is at an absolute path. Throws if the file system does not answer, the time is up or the signal is given. */
export async function probeDirectory(reach: Reach, path: ByteString): Promise<Found> {
  try {
    return await withAdmitted(reach, path, async ({ fileSystem, realPath }, wait) =>
      (await fileSystem.isDirectory(await realPath(), "" as ByteString, wait)) ? "directory" : "missing",
    );
  } catch (error) {
    reach.signal?.throwIfAborted();
    if (error instanceof AccessError) {
      return "refused";
    }
    switch (readErrorCode(error)) {
      case "ENOENT":
      case "ENOTDIR":
      case "ENAMETOOLONG":
        return "missing";
      case "EACCES":
      case "EPERM":
        return "closed";
      default:
        throw error;
    }
  }
}

/** Does something with a directory that may be listed. Throws an `AccessError`, or the same errors as a directory read. */
async function withAdmitted<Result>(
  reach: Reach,
  path: ByteString,
  use: (admitted: AdmittedRoot, wait: WaitOptions) => Promise<Result>,
): Promise<Result> {
  failWhenOver(reach);
  const wait = waitOnce(reach);
  // The caller never sees this refusal, so it names no path.
  const admitted = await reach.guard.access.admit(path, () => "", { ...wait, pause: reach.pause });
  try {
    return await use(admitted, wait);
  } finally {
    admitted.close();
  }
}
