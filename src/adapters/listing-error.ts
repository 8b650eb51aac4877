// A model's mistake as an exception, which is how some frameworks expect it.
import type { ToolRouter } from "../tooling/tool-router.ts";
import { respondToCall, type ForeignCall } from "./respond-to-call.ts";

/**
 * Throwing it marks the answer as an error. Some frameworks show the model its `message`, others its `toString()`: both are
 * the tool's own words.
 */
export class ListingError extends Error {
  override readonly name = "ListingError";

  override toString(): string {
    return this.message;
  }
}

/** The text that answers a call. Throws a `ListingError` for a model's mistake. */
export async function answerOrThrow(router: ToolRouter, call: ForeignCall): Promise<string> {
  const { content, success } = await respondToCall(router, call);
  if (!success) {
    throw new ListingError(content);
  }
  return content;
}
