// The server's instructions for a model: what it may list, so that its first call is right.
import { pathForErrors } from "../listing/listing-failure.ts";

/** How many roots to name. */
const MOST_NAMED = 5;

/** The server's instructions. */
export function writeInstructions(roots: readonly string[]): string {
  const named = roots.slice(0, MOST_NAMED).map((root) => pathForErrors(root));
  const rest = roots.length > MOST_NAMED ? ` and ${roots.length - MOST_NAMED} more` : "";
  return `Lists directories, page by page, in: ${named.join(", ")}${rest}. Nothing else can be listed.`;
}
