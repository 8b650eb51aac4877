// The server's instructions for a model: what it may list, and with which tool, so that its first call is right.
import { pathForErrors } from "../listing/listing-failure.ts";

/** How many roots to name. */
const MOST_NAMED = 5;

const WHICH_TOOL = "To find where things are, map the tree (map_dir); to see all of a directory, list it.";

/** The server's instructions, for the tools that it offers. */
export function writeInstructions(roots: readonly string[], tools: readonly string[]): string {
  const named = roots.slice(0, MOST_NAMED).map((root) => pathForErrors(root));
  const rest = roots.length > MOST_NAMED ? ` and ${roots.length - MOST_NAMED} more` : "";
  const what = `Lists directories, page by page, in: ${named.join(", ")}${rest}. Nothing else can be listed.`;
  const isChoice = tools.includes("map_dir") && (tools.includes("list_dir") || tools.includes("list_directory"));
  return isChoice ? `${what} ${WHICH_TOOL}` : what;
}
