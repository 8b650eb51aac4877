// What a caller means by a path that is not absolute here: one in the working directory, `~`, a `file://` URL, a drive, quotes.
import { fileURLToPath } from "node:url";

import { hasDrives } from "../core/absolute-path.ts";
import { toByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import { renderRoot } from "../render/shown-path.ts";
import { FunctionCallError } from "../tooling/function-call-error.ts";
import { startPace } from "./event-loop-pause.ts";
import { refuseImpossiblePath } from "./listing-failure.ts";
import { toOpenGuard } from "./listing-guard.ts";
import { probeDirectory, type Reach } from "./probe-directory.ts";
import { readQuotedPath } from "./whole-path.ts";

/** A way of writing paths that we do not read: where the path leads, if that can be told, and what to write instead. */
interface ForeignPath {
  readonly path?: string | undefined;
  readonly advice?: string;
}

/** The end of an error about a path that is not absolute: what to write instead. Undefined if we don't know. */
export async function adviseOnRelativePath(reach: Reach, given: string): Promise<string | undefined> {
  // An empty path names nothing, so nobody can have meant something by it.
  const meant = given === "" ? undefined : await meantInWorkingDirectory(reach, given);
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

function meantInWorkingDirectory(reach: Reach, given: string): Promise<string | undefined> {
  const { fileSystem, workingDirectory } = reach.guard;
  if (fileSystem.isObjectStore === true) {
    return Promise.resolve(undefined);
  }
  try {
    return suggestListable(reach, fileSystem.resolve(workingDirectory(), given));
  } catch (error) {
    if (error instanceof FunctionCallError) {
      // The working directory is gone.
      return Promise.resolve(undefined);
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
