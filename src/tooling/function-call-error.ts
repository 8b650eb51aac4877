// The only error a tool call throws: either for the model, which can fix its call, or fatal, which is a bug of ours.

/** `respond_to_model`: the message is an answer to the call. `fatal`: the host must deal with it. */
export type FunctionCallErrorKind = "respond_to_model" | "fatal";

/**
 * What calls throw. A tool of yours answers a model's mistake with `new FunctionCallError("respond_to_model", message)`.
 */
export class FunctionCallError extends Error {
  override readonly name = "FunctionCallError";
  readonly kind: FunctionCallErrorKind;

  constructor(kind: FunctionCallErrorKind, message: string, options?: ErrorOptions) {
    // The message may repeat a lone surrogate from a call, which JSON readers may refuse.
    super(message.toWellFormed(), options);
    this.kind = kind;
  }
}

/** An error whose message goes to the model. */
export function respondToModel(message: string, cause?: unknown): FunctionCallError {
  return new FunctionCallError("respond_to_model", message, cause === undefined ? undefined : { cause });
}

/**
 * Turns any error into a `FunctionCallError`. An error of another class is a bug, so it becomes fatal; `whose` names what has the bug.
 */
export function toFunctionCallError(error: unknown, whose: string = "dirleaf"): FunctionCallError {
  let message: string;
  try {
    if (error instanceof FunctionCallError && typeof error.message === "string") {
      return error;
    }
    message = String(error instanceof Error ? error.message : error);
  } catch {
    // Anything can be thrown, objects without `toString` too.
    message = "what was thrown can't be turned into text";
  }
  return new FunctionCallError("fatal", `${whose} failed: ${message}`, { cause: error });
}
