// What a caller is told about a path that leads to no directory: what was probably meant (the nearest directory, one in the working
// directory, `~`, a `file://` URL, a drive, quotes), or how paths are written here.
import { fileURLToPath } from "node:url";

import { hasDrives, toByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import { renderRoot } from "../render/our-words.ts";
import { parseQuotedRoot } from "../render/shown-path.ts";
import { AccessError } from "../sandbox/access-policy.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import { startPace } from "./event-loop-pause.ts";
import { pathForErrors, refuseImpossiblePath } from "./listing-failure.ts";
import { readQuotedPath, toRootBytes, guardOf, joinToStart, toOpenGuard, type ListingGuard } from "./listing-guard.ts";
import { findNearestPath, probeDirectory, type Reach } from "./nearest-path.ts";

/** A way of writing paths that we do not read: where the path leads, if that can be told, and what to write instead. */
interface ForeignPath {
  readonly path?: string | undefined;
  readonly advice?: string;
}

/** The end of an error about a path that is not absolute: what to write instead. Undefined if we don't know. */
export async function adviseOnRelativePath(reach: Reach, given: string): Promise<string | undefined> {
  // An empty path names nothing, so nobody can have meant something by it.
  const meant = given === "" ? undefined : await meantInStarts(reach, given);
  return meant ?? adviseOnForeignPath(reach, given);
}

/** How long a person waits at most to be told what else to write. */
const PATIENCE_MS = 2000;

/** The same for a missing path that a person wrote, on a command line. */
export function adviseOnTypedPath(typed: string): Promise<string | undefined> {
  const reach = { guard: toOpenGuard({}), ...startPace(undefined, PATIENCE_MS) };
  return adviseOnForeignPath(reach, typed);
}

/** The same for a path that is only missing where it may be relative. */
export async function adviseOnForeignPath(reach: Reach, given: string): Promise<string | undefined> {
  const { fileSystem } = reach.guard;
  const isKnown = fileSystem.isAbsolute(given) || readQuotedPath(reach.guard, given) !== undefined;
  if (fileSystem.isObjectStore === true || isKnown) {
    return undefined;
  }
  const { path, advice } = readForeignPath(fileSystem, given);
  return (await suggestListable(reach, path)) ?? advice;
}

/** The first directory that a relative path may mean, of those that exist and may be listed. */
async function meantInStarts(reach: Reach, given: string): Promise<string | undefined> {
  for (const start of startsOf(reach.guard)) {
    const path = joinToStart(reach.guard, start, given);
    const suggestion = await suggestListable({ ...reach, guard: guardOf(reach.guard, path) }, path);
    if (suggestion !== undefined) {
      return suggestion;
    }
  }
  return undefined;
}

function startsOf({ starts }: ListingGuard): readonly string[] {
  try {
    return starts();
  } catch (error) {
    if (error instanceof FunctionCallError) {
      // The working directory is gone.
      return [];
    }
    throw error;
  }
}

/** A suggestion to list a directory, if it exists and may be listed. */
async function suggestListable(reach: Reach, path: string | undefined): Promise<string | undefined> {
  if (path === undefined || !reach.guard.fileSystem.isAbsolute(path)) {
    return undefined;
  }
  try {
    refuseImpossiblePath(path);
    const isThere = (await probeDirectory(reach, toByteString(path))) === "directory";
    return isThere ? `did you mean ${renderRoot(path)}?` : undefined;
  } catch (error) {
    reach.signal?.throwIfAborted();
    if (!(error instanceof FunctionCallError) && readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

function readForeignPath(fileSystem: FileSystem, given: string): ForeignPath {
  const isWindows = hasDrives(fileSystem);
  if (isWindows ? /^~(?:[\\/]|$)/.test(given) : /^~(?:\/|$)/.test(given)) {
    const home = process.env["HOME"] ?? (isWindows ? process.env["USERPROFILE"] : undefined);
    const path = home && fileSystem.resolve(home, `.${given.slice(1)}`);
    return { path, advice: "~ stands for nothing here: write the whole path" };
  }
  if (given.startsWith("~")) {
    return { advice: "~ stands for nothing here: write the whole path" };
  }
  if (/^file:/i.test(given)) {
    return { path: readFileUrl(given), advice: "write the path alone, without file://" };
  }
  if (/^[a-z]:(?:[\\/]|$)/i.test(given) && !isWindows) {
    return { advice: "there are no drives here: write a path that begins with /" };
  }
  const quoted = /^(["'`])(.*)\1$/s.exec(given)?.[2];
  return quoted !== undefined && fileSystem.isAbsolute(quoted)
    ? { path: quoted, advice: "write the path without quotes around it" }
    : {};
}

function readFileUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    // Not every URL is a path here.
    return undefined;
  }
}

/** What was asked for. */
export interface MissingPath extends Reach {
  /** As an absolute path. */
  readonly path: string;
  /** As the caller wrote it. */
  readonly written: string;
}

/**
 * The error for a root that is missing or no directory. Undefined for every other failure, and in a store: there a missing prefix
 * has no cheap neighbours, and the store says what is wrong.
 */
export async function toMissingPathError(missing: MissingPath, error: unknown): Promise<FunctionCallError | undefined> {
  const { guard, path, written } = missing;
  if (error instanceof AccessError) {
    // `~` counts as a name here, so it may well lead outside the roots. The advice depends only on what may be listed.
    const advice = await adviseOnForeignPath(missing, written);
    return advice === undefined
      ? undefined
      : respondToModel(fit(guard, [`${error.message}; ${advice}`, error.message]), error);
  }
  const code = readErrorCode(error);
  if ((code !== "ENOENT" && code !== "ENOTDIR") || guard.fileSystem.isObjectStore === true) {
    return undefined;
  }
  const shown = pathForErrors(path);
  const advice = code === "ENOENT" ? await adviseOnForeignPath(missing, written) : undefined;
  const ways =
    advice === undefined
      ? await describe(missing, shown, code)
      : [`${shown} does not exist; ${advice}`, `${shown} does not exist; check the spelling`];
  const messages = ways.map((way) => `failed to read directory: ${way}`);
  return respondToModel(fit(guard, messages), error);
}

/** The first message that fits into an answer, else the last. A path that is cut can't be copied: it is given whole or not at all. */
function fit({ maxOutputBytes }: ListingGuard, messages: readonly string[]): string {
  return messages.find((message) => Buffer.byteLength(message) <= maxOutputBytes) ?? (messages.at(-1) as string);
}

/** The ways to say it, from the one that says most to the shortest. */
async function describe(missing: MissingPath, shown: string, code: "ENOENT" | "ENOTDIR"): Promise<string[]> {
  const { guard, path: given } = missing;
  const path =
    readQuotedPath(guard, given) ?? (guard.isLiteral ? undefined : parseQuotedRoot(given)) ?? toRootBytes(guard, given);
  const nearest = await findNearestPath(missing, path, code === "ENOENT");
  if (code === "ENOTDIR") {
    const shortest = `${shown} is not a directory; list the directory that holds it instead`;
    if (nearest === undefined) {
      return [shortest];
    }
    const { above, blocked } = nearest;
    const what = blocked === undefined ? shown : `${shown} does not exist: ${blocked}`;
    return [`${what} is not a directory; list ${above} instead`, shortest];
  }
  const what = `${shown} does not exist`;
  const shortest = `${what}; check the spelling`;
  if (nearest === undefined) {
    return [shortest];
  }
  const { above, meant, isRead = true } = nearest;
  const suggestion = `did you mean ${meant}?`;
  return [
    ...(meant === undefined ? [] : [`${what}, but ${above} does; ${suggestion}`, `${what}; ${suggestion}`]),
    `${what}, but ${above} does; ${isRead ? "list that to see what is there" : "check the spelling"}`,
    shortest,
  ];
}
