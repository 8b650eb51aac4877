// The exception for a call whose answer is an error. Its message is what a model would read.
import type { FunctionCallErrorCode } from "../../tooling/function-call-error.ts";

type Code = FunctionCallErrorCode | "no_data";

export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly code: Code | undefined;

  constructor(message: string, code?: Code) {
    super(message);
    this.code = code;
  }
}
