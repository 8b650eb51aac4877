// The exception for a call whose answer is an error. Its message is what a model would read.

export class CallFailure extends Error {
  override readonly name = "CallFailure";
}

/** What `list_dir` answers if the offset is too large. */
const PAST_THE_END = "offset exceeds directory entry count";

/** Whether a call failed because there are fewer entries than it asked to skip. */
export function isPastTheEnd(error: unknown): boolean {
  return error instanceof CallFailure && error.message === PAST_THE_END;
}

/** Whether a call failed because the time was up. */
export function isTimeout(message: string): boolean {
  return /timed out|did not answer in time/.test(message);
}
