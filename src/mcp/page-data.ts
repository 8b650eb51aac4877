// What the server and our page agree on, whether the page talks to the server itself or through a host.
import type { FunctionCallErrorCode } from "../tooling/function-call-error.ts";

/** The argument with which the page asks for data: every host passes arguments on, and some pass on nothing else. Not in any schema. */
export const DATA_ARGUMENT = "dirleaf_data";

/** The second text of an answer to such a call, as JSON: every host passes texts on. The first is what a model would read. */
export interface PageData {
  /** The answer as data, if the tool has any. */
  readonly data?: object | undefined;
  /** What went wrong. */
  readonly code?: FunctionCallErrorCode | undefined;
  /** How many were read. */
  readonly directories: number;
}

/** The resource of `dirleaf web` that has what the page needs to know before it can call anything: `About`, as JSON. */
export const ABOUT_URI = "dirleaf://about";
