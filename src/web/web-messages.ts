// What the page and `dirleaf web` say to each other, as JSON.
import type { Argument } from "../tooling/argument.ts";
import type { FunctionCallErrorCode } from "../tooling/function-call-error.ts";

/** The answer to `/about`. */
export interface About {
  readonly version: string;
  /** The directories that may be listed, as `dir_path` takes them. */
  readonly roots: readonly string[];
  readonly profiles: readonly string[];
  readonly tools: readonly ToolForm[];
}

/** A tool as a form. */
export interface ToolForm {
  readonly name: string;
  /** What a model is told. */
  readonly description: string;
  /** The profiles in which it answers as an original did. */
  readonly originals: readonly string[];
  readonly arguments: readonly ArgumentField[];
}

/** An argument as a field of a form. */
export interface ArgumentField {
  /** The name in the JSON of a call. */
  readonly name: string;
  readonly kind: Argument["kind"];
  /** What it means, for people. */
  readonly about: string;
  /** Whether the original also has it. */
  readonly isOriginal: boolean;
  readonly choices?: readonly string[];
  /** What stands in its field while it is empty: the default, or what the values are. */
  readonly hint: string;
}

/** What `/call` takes. */
export interface CallRequest {
  readonly tool: string;
  /** JSON text, as a model would write it. */
  readonly arguments: string;
  /** Whose answer to give. */
  readonly profile: string;
  /** Whether to return data for the page instead of the model's text. */
  readonly asData?: boolean;
}

/** The content of a failed answer, if data was requested. */
export interface CallError {
  readonly message: string;
  readonly code?: FunctionCallErrorCode | "no_data" | undefined;
}

/** The answer to `/call`. */
export interface CallAnswer {
  /** What a model would be shown; JSON if data was requested. */
  readonly content: string;
  readonly success: boolean;
  readonly milliseconds: number;
  /** How many were read for it, if that is known. */
  readonly directories?: number;
}
