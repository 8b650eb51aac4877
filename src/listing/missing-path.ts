// What a caller is told about a path that leads to no directory: the nearest that does, or how paths are written here.
import { readErrorCode } from "../core/problem.ts";
import { parseQuotedRoot } from "../render/shown-path.ts";
import { AccessError } from "../sandbox/access-bounds.ts";
import { respondToModel, type FunctionCallError } from "../tooling/function-call-error.ts";
import { pathForErrors } from "./listing-failure.ts";
import type { ListingGuard } from "./listing-guard.ts";
import { adviseOnForeignPath } from "./meant-path.ts";
import { findNearestPath } from "./nearest-path.ts";
import type { Reach } from "./probe-directory.ts";
import { readQuotedPath, toRootBytes } from "./whole-path.ts";

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
