// The only error that a tool call throws: for the model, which can fix its call, or fatal, which is a bug in dirleaf.
import { format } from "node:util";

/** `respond_to_model`: the message is an answer to the call. `fatal`: the host must deal with it. */
export type FunctionCallErrorKind = "respond_to_model" | "fatal";

/** What went wrong, for programs. `docs/api.md` says what each code means. */
export type FunctionCallErrorCode =
  | "invalid_argument"
  | "offset_past_end"
  | "access_denied"
  | "not_found"
  | "not_a_directory"
  | "permission_denied"
  | "unreadable"
  | "answer_too_long"
  | "timed_out"
  | "cancelled"
  | "busy"
  | "unknown_tool"
  | "tool_error"
  | "internal";

/** What an error says besides its message. */
export interface FunctionCallErrorOptions extends ErrorOptions {
  /** @default "tool_error", or "internal" for a fatal error */
  readonly code?: FunctionCallErrorCode | undefined;
  readonly argument?: string | undefined;
  readonly reason?: string | undefined;
}

/**
 * What calls throw. A tool of yours answers a model's mistake with `new FunctionCallError("respond_to_model", message)`.
 */
export class FunctionCallError extends Error {
  override readonly name = "FunctionCallError";
  readonly kind: FunctionCallErrorKind;
  readonly code: FunctionCallErrorCode;
  /** The argument that is wrong, by its name in the JSON of a call. */
  readonly argument: string | undefined;
  /** What is wrong with it, worded to follow a name for it: ` must be an absolute path`, `: the glob is empty`. */
  readonly reason: string | undefined;

  constructor(kind: FunctionCallErrorKind, message: string, options: FunctionCallErrorOptions = {}) {
    // The message may repeat a lone surrogate from a call, which JSON readers may refuse.
    super(message.toWellFormed(), options);
    this.kind = kind;
    this.code = options.code ?? (kind === "fatal" ? "internal" : "tool_error");
    this.argument = options.argument;
    this.reason = options.reason;
  }
}

/** An error whose message goes to the model. */
export function modelError(message: string, code: FunctionCallErrorCode, cause?: unknown): FunctionCallError {
  return new FunctionCallError("respond_to_model", message, { ...(cause !== undefined && { cause }), code });
}

/** The error for arguments that can't be parsed. `options` names the wrong one, if there is just one. */
export function parseError(what: string, options: FunctionCallErrorOptions = {}): FunctionCallError {
  const message = `failed to parse function arguments: ${what}`;
  return new FunctionCallError("respond_to_model", message, { ...options, code: "invalid_argument" });
}

/** The error for an argument that has a wrong value. */
export function argumentError(argument: string, reason: string, cause?: unknown): FunctionCallError {
  return parseError(`\`${argument}\`${reason}`, { ...(cause !== undefined && { cause }), argument, reason });
}

/** The error for an argument of the right type with an unusable value. The message begins with its name. */
export function valueError(argument: string, reason: string): FunctionCallError {
  const options = { code: "invalid_argument", argument, reason } as const;
  return new FunctionCallError("respond_to_model", `${argument}${reason}`, options);
}

/** The error for a page that would start after the last entry. */
export function offsetError(): FunctionCallError {
  return modelError("offset exceeds directory entry count", "offset_past_end");
}

/**
 * Turns any error into a `FunctionCallError`. An error of another class is a bug, so it becomes fatal; `whose` names what has the bug.
 */
export function toFunctionCallError(error: unknown, whose: string = "dirleaf"): FunctionCallError {
  if (error instanceof FunctionCallError) {
    return error;
  }
  const message = error instanceof Error ? error.message : format("%s", error);
  return new FunctionCallError("fatal", `${whose} failed: ${message}`, { cause: error });
}
