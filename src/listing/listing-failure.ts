// Why a directory could not be listed, in words that a model can act on.
import { readErrorCode } from "../core/problem.ts";
import { GlobError, type GlobMistake } from "../filters/glob-patterns.ts";
import { AccessError } from "../sandbox/access-policy.ts";
import { renderRoot } from "../render/our-words.ts";
import { cutAt, cutWord, LONGEST_WORD } from "../tooling/cut-text.ts";
import { respondToModel, toFunctionCallError, type FunctionCallError } from "../tooling/function-call-error.ts";

/** The longest path that we accept, in characters. Quotes can make a path in a listing four times as long as it is. */
const LONGEST_PATH = 100_000;

/** The error for a listing that failed at its root, or was stopped. `signal` is the call's own. */
export function toListingFailure(error: unknown, path: string, signal: AbortSignal | undefined): FunctionCallError {
  if (signal?.aborted === true && error === signal.reason) {
    return respondToModel("the listing was cancelled before it was complete; call again to list the directory", error);
  }
  if (error instanceof AccessError) {
    return respondToModel(error.message, error);
  }
  const code = readErrorCode(error);
  if (code === undefined) {
    return toFunctionCallError(error);
  }
  const shown = pathForErrors(path);
  const reason = readReason(error);
  return respondToModel(`failed to read directory: ${reason ? `${shown}: ${reason}` : describe(code, shown)}`, error);
}

/** What is wrong with a glob, if that is why a call was refused, for faces that name arguments in another way. */
export function globMistakeOf({ cause }: FunctionCallError): GlobMistake | undefined {
  return cause instanceof GlobError ? cause.mistake : undefined;
}

/** The error for a listing that found nothing to show in time. */
export function tooSlow(deadlineMs: number): FunctionCallError {
  return respondToModel(
    `the listing found nothing within ${deadlineMs / 1000} s; list a smaller directory, less depth, or fewer filters`,
  );
}

/** Refuses a path that no file system can have. */
export function refuseImpossiblePath(path: string): void {
  if (path.includes("\0")) {
    throw respondToModel("failed to read directory: the path holds a NUL character, which no path can; leave it out");
  }
  if (path.length > LONGEST_PATH) {
    const shown = `${renderRoot(cutAt(path, LONGEST_WORD))}… (${path.length} characters)`;
    throw respondToModel(`failed to read directory: ${describe("ENAMETOOLONG", shown)}`);
  }
}

/** Refuses a cursor that is longer than any path. */
export function refuseLongCursor(after: string): void {
  if (after.length > LONGEST_PATH) {
    throw respondToModel(
      `failed to parse function arguments: \`after\` of ${after.length} characters is too long; ` +
        `give at most ${LONGEST_PATH}`,
    );
  }
}

/** A store says in its own words what is wrong with it; a disk has only codes. */
function readReason(error: unknown): string | undefined {
  return error instanceof Error && "reason" in error && typeof error.reason === "string" ? error.reason : undefined;
}

function describe(code: string, path: string): string {
  switch (code) {
    case "ENOENT":
      return `${path} does not exist; check the spelling, or list its parent directory to see what is there`;
    case "ENOTDIR":
      return `${path} is not a directory; list the directory that holds it instead`;
    case "EACCES":
    case "EPERM":
      return `permission denied for ${path}; list another directory`;
    case "ENAMETOOLONG":
      return `the path ${path} is too long for this file system; check it`;
    case "ELOOP":
      return `${path} leads through a loop of symbolic links; list another directory`;
    case "ETIMEDOUT":
      return `${path} did not answer in time; try again later, or list another directory`;
    default:
      return `${path} can't be read (${code}); try again, or list another directory`;
  }
}

/** A path as an error repeats it: on one line, and cut if it is long. */
export function pathForErrors(given: string): string {
  return cutWord(renderRoot(given));
}
