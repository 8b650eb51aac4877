// The error for a path that leads to no directory: names the nearest directory that exists, and what was probably meant. What roots or
// deny rules hide is left out before any names are compared.
import { AccessError } from "../access/access-policy.ts";
import { DeadlineError, type CallClock } from "../core/call-clock.ts";
import { sortedByBytes, treeKey } from "../core/entry.ts";
import { hasWindowsPaths } from "../core/file-system.ts";
import { isMissingCode, readErrorCode } from "../core/problem.ts";
import { editDistance } from "../core/suggest.ts";
import { caseFold } from "../filters/case-fold.ts";
import { denyOnly } from "../filters/root-filter.ts";
import { renderDirectoryBelow, renderRoot, unquoteName } from "../text/entry-label.ts";
import { modelError, type FunctionCallError } from "../tooling/function-call-error.ts";
import { Directory } from "../tree/directory.ts";
import type { TreeEntry } from "../tree/tree.ts";
import { codeOf, describeCode, pathForErrors } from "./failure.ts";
import type { Place } from "./place.ts";
import type { OperatorSettings } from "../operator/operator-settings.ts";

/** The error for a place where nothing is, or no directory. */
export async function adviseOnMissingPath(
  { settings, path, unquoted, showsQuotes }: Place,
  error: unknown,
  clock: CallClock,
): Promise<FunctionCallError> {
  const code = readErrorCode(error) === "ENOENT" ? "ENOENT" : "ENOTDIR";
  const shown = pathForErrors(path);
  const show =
    showsQuotes === true
      ? renderDirectoryBelow
      : (top: string, names: readonly string[]) => renderRoot(`${top}${names.join("/")}`);
  // If there are quoted names in the path, it was tried last without the quotes.
  const nearest = await findNearest(settings, unquoted ?? path, show, clock, code === "ENOENT");
  const failed = "failed to read directory: ";
  const helpful = nearest && failed + describe(shown, code, nearest);
  const fits = helpful !== undefined && Buffer.byteLength(helpful) <= settings.maxOutputBytes;
  const message = fits ? helpful : failed + describeCode(code, shown);
  return modelError(message, codeOf(code), error);
}

/** What is wrong with a path, and where to go on. */
function describe(shown: string, code: "ENOENT" | "ENOTDIR", nearest: NearestPath): string {
  const { above, blocked, brokenLink, meant, isReadable } = nearest;
  const what = `${shown} does not exist`;
  if (brokenLink === true) {
    return `${blocked === undefined ? shown : `${what}: ${blocked}`} is a link, but its target does not exist; list ${above} instead`;
  }
  if (code === "ENOTDIR") {
    return `${blocked === undefined ? shown : `${what}: ${blocked}`} is not a directory; list ${above} instead`;
  }
  const advice = isReadable ? "list that to see what is there" : "check the spelling";
  return `${what}, but ${above} does; ${meant === undefined ? advice : `did you mean ${meant}?`}`;
}

/** Paths as a caller can copy them. */
interface NearestPath {
  /** The deepest directory above the missing path that exists. */
  readonly above: string;
  /** The entry in it that can't be entered, if the missing path goes on below that. */
  readonly blocked: string | undefined;
  /** Set if that entry, or what was asked for, is a link that leads nowhere. */
  readonly brokenLink?: boolean;
  readonly isReadable: boolean;
  /** What was probably meant. */
  readonly meant?: string;
}

/** How many names may be missing at the end of a path: each costs a look, and a path may have fifty thousand names. */
const MAX_MISSING = 64;

/** How many characters are compared with roots and deny rules for that: of a very long path, few names may be missing. */
const MAX_COMPARED = 200_000;

/**
 * The nearest path; undefined if no directory above may be listed, or the file system does not answer. `suggests`: whether to look for
 * what was probably meant. `render` writes a path as the caller can copy it.
 */
async function findNearest(
  settings: OperatorSettings,
  missing: string,
  render: (top: string, names: readonly string[]) => string,
  clock: CallClock,
  suggests: boolean,
): Promise<NearestPath | undefined> {
  const { fileSystem } = settings;
  // `..` is resolved by its text: the caller may not be allowed to know whether the name before it exists.
  const resolved = fileSystem.resolve("/", missing);
  const root = fileSystem.resolve(resolved, "/");
  const names = resolved.slice(root.length).split(hasWindowsPaths(fileSystem) ? /[\\/]/ : "/");
  const path = names.filter((name) => name !== "");
  const top = root.replaceAll("\\", "/");
  const open = (some: readonly string[]) => openDirectory(settings, top + some.join("/"), clock);
  try {
    let above = path;
    let directory: Probe = "missing";
    const looks = Math.min(MAX_MISSING, Math.ceil(MAX_COMPARED / missing.length));
    for (let left = looks; directory === "missing" && above.length > 0 && left > 0; left -= 1) {
      above = above.slice(0, -1);
      directory = await open(above);
    }
    if (directory === "missing" || directory === "refused") {
      return undefined;
    }
    const [asked = "", ...rest] = path.slice(above.length);
    const isReadable = directory !== "unreadable";
    const blocked = rest.length === 0 ? undefined : render(top, [...above, asked]);
    const nearest = { above: render(top, above), blocked, isReadable };
    if (directory === "unreadable" || !suggests) {
      return nearest;
    }
    if (directory.some(({ name, kind }) => name === asked && kind === "symlink")) {
      return { ...nearest, brokenLink: true };
    }
    const near = await nearNames(directory, asked, clock);
    for (const meant of near.flatMap((name) => [
      [...above, name, ...rest],
      [...above, name],
    ])) {
      if (typeof (await open(meant)) !== "string") {
        return { ...nearest, meant: render(top, meant) };
      }
    }
    return nearest;
  } catch (error) {
    clock.signal?.throwIfAborted();
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

/** What is at a path: the entries of a directory, one that the operator's rules refuse, one that we have no permission to read, or nothing. */
type Probe = readonly TreeEntry[] | "refused" | "unreadable" | "missing";

async function openDirectory({ fileSystem, access }: OperatorSettings, path: string, clock: CallClock): Promise<Probe> {
  try {
    const { realPath, denied } = await access.admit(path, () => "", clock.wait);
    const directory = Directory.root({ fileSystem, clock, keyOf: treeKey }, realPath, denyOnly(denied));
    const { entries, stopped } = await directory.read();
    if (stopped === "time") {
      throw new DeadlineError();
    }
    return entries;
  } catch (error) {
    clock.signal?.throwIfAborted();
    if (error instanceof AccessError) {
      return "refused";
    }
    const code = readErrorCode(error);
    if (isMissingCode(code) || code === "ENAMETOOLONG") {
      return "missing";
    }
    if (code === "EACCES" || code === "EPERM") {
      return "unreadable";
    }
    throw error;
  }
}

/** How many similar names are tried: a link may lead nowhere. */
const MAX_NEAR = 3;

/** The directories and links with the names that are most similar to a missing one, the most similar first. */
async function nearNames(entries: readonly TreeEntry[], asked: string, clock: CallClock): Promise<string[]> {
  const same = toSharedForm(asked);
  const from = Array.from(asked);
  const near: { readonly name: string; readonly distance: number }[] = [];
  for (const { name, kind } of entries) {
    if (kind !== "directory" && kind !== "symlink") {
      continue;
    }
    await clock.check();
    const to = Array.from(name);
    const most = Math.min(2, Math.floor(to.length / 3));
    const isFar = Math.abs(to.length - from.length) > most;
    const distance = toSharedForm(name) === same ? 0 : isFar ? Infinity : editDistance(from, to, most);
    if (distance <= 2) {
      near.push({ name, distance });
    }
  }
  return sortedByBytes(near, ({ name }) => name)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAR)
    .map(({ name }) => name);
}

/** The form that all spellings of a name share: without the quotes of a listing, in one case and normalisation. */
function toSharedForm(name: string): string {
  return caseFold(unquoteName(name) ?? name);
}
