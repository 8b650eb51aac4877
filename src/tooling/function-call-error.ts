// The one error that a tool call ends with: either for the model, which can do better, or fatal, a defect of ours.

/** `respond_to_model`: the message is an answer to the call. `fatal`: the host must deal with it. */
export type FunctionCallErrorKind = "respond_to_model" | "fatal";

export class FunctionCallError extends Error {
  override readonly name = "FunctionCallError";
  readonly kind: FunctionCallErrorKind;

  constructor(kind: FunctionCallErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** An error that the model is shown. */
export function respondToModel(message: string, cause?: unknown): FunctionCallError {
  return new FunctionCallError("respond_to_model", message, cause === undefined ? undefined : { cause });
}

/** Any error as one of ours: what is none yet is a defect. */
export function toFunctionCallError(error: unknown): FunctionCallError {
  if (error instanceof FunctionCallError) {
    return error;
  }
  const message = error instanceof Error ? error.message : String(error);
  return new FunctionCallError("fatal", `dirleaf failed: ${message}`, { cause: error });
}
