// The exception for a call whose answer is an error. Its message is what a model would read.
import type { CallError } from "../web-messages.ts";

export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly code: CallError["code"];

  constructor(message: string, code?: CallError["code"], options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
