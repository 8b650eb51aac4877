// What a call comes back with.

export interface ToolOutput {
  /** The text that the model is shown. */
  readonly content: string;
  readonly success: boolean;
}
