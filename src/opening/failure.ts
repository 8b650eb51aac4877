// The errors that several tools share, in words that a model can act on.
import { AccessError } from "../access/access-policy.ts";
import { DeadlineError } from "../core/call-clock.ts";
import { readErrorCode } from "../core/problem.ts";
import { renderRoot } from "../text/entry-label.ts";
import { cutWord } from "../tooling/cut-text.ts";
import {
  valueError,
  modelError,
  toFunctionCallError,
  type FunctionCallError,
  type FunctionCallErrorCode,
} from "../tooling/function-call-error.ts";

/** The error for a call that failed at its root, or was stopped. `signal` is the call's own. */
export function toFailure(error: unknown, path: string, signal: AbortSignal | undefined): FunctionCallError {
  if (signal?.aborted === true && error === signal.reason) {
    return modelError("the call was cancelled before it was complete; call again", "cancelled", error);
  }
  if (error instanceof AccessError) {
    return modelError(error.message, error.code, error);
  }
  const code = readErrorCode(error);
  if (code === undefined) {
    return toFunctionCallError(error);
  }
  const shown = pathForErrors(path);
  if (error instanceof DeadlineError) {
    const late = `failed to read directory: ${shown} took too long; list a smaller directory, or fewer levels`;
    return modelError(late, "timed_out", error);
  }
  const reason = readReason(error);
  const message = `failed to read directory: ${reason ? `${shown}: ${reason}` : describeCode(code, shown)}`;
  return modelError(message, codeOf(code), error);
}

/** What programs are told of an error code of the file system. */
export function codeOf(code: string): FunctionCallErrorCode {
  return CODES[code] ?? "unreadable";
}

const CODES: Readonly<Record<string, FunctionCallErrorCode>> = {
  ENOENT: "not_found",
  ENOTDIR: "not_a_directory",
  EACCES: "permission_denied",
  EPERM: "permission_denied",
  ETIMEDOUT: "timed_out",
  ENAMETOOLONG: "invalid_argument",
};

/** With less room than this beside the path of a directory, in bytes, it is the path that is too long, and not what is in it. */
const LEAST_ROOM = 128;

/** The error for a directory whose own path leaves no room for an answer; undefined if it leaves some. */
export function rootTooLong(argument: string, root: string, maxBytes: number): FunctionCallError | undefined {
  const bytes = Buffer.byteLength(renderRoot(root));
  return bytes + LEAST_ROOM > maxBytes
    ? valueError(argument, ` (${bytes} bytes) ${tooLongFor(maxBytes)}; list a directory with a shorter path`)
    : undefined;
}

/** The error for a page that does not fit. `offset`: that of its first entry, for which alone there is no room; undefined if it has none. */
export function pageTooLong(
  argument: string,
  root: string,
  offset: number | undefined,
  maxBytes: number,
): FunctionCallError {
  const what =
    offset === undefined
      ? `no entry was found, and the reason ${tooLongFor(maxBytes)}; narrow the search`
      : `the entry at offset ${offset} ${tooLongFor(maxBytes)}; skip it with:\noffset: ${offset + 1}`;
  return rootTooLong(argument, root, maxBytes) ?? modelError(what, "answer_too_long");
}

export function tooLongFor(maxBytes: number): string {
  return `does not fit in an answer of ${maxBytes} bytes`;
}

/** Refuses a number below 1. */
export function checkPositive(argument: string, value: number, reason: string = " must be greater than zero"): void {
  if (value < 1) {
    throw valueError(argument, reason);
  }
}

/** What a store says about its failure. A disk has only error codes. */
function readReason(error: unknown): string | undefined {
  return error instanceof Error && "reason" in error && typeof error.reason === "string" ? error.reason : undefined;
}

/** What is wrong with a path, and what to do instead. */
export function describeCode(code: string, path: string): string {
  switch (code) {
    case "ENOENT":
      return `${path} does not exist; check the spelling`;
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
export function pathForErrors(path: string): string {
  return cutWord(renderRoot(path));
}
