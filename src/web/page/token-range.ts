// What an answer costs: its bytes, and about how many tokens they are.
import { estimateTokens } from "../../text/estimate-tokens.ts";

export interface Cost {
  readonly bytes: number;
  /** Our estimate. */
  readonly tokens: number;
  /** The fewest and the most tokens that this many bytes take, as measured. */
  readonly fewest: number;
  readonly most: number;
}

/** How many bytes listings of real trees have for each o200k token, as measured. */
const MOST_BYTES_PER_TOKEN = 4;
const FEWEST_BYTES_PER_TOKEN = 2.4;

/** What a text costs a model. */
export function costOf(text: string): Cost {
  const bytes = new TextEncoder().encode(text).length;
  const fewest = Math.floor(bytes / MOST_BYTES_PER_TOKEN);
  const most = Math.ceil(bytes / FEWEST_BYTES_PER_TOKEN);
  return { bytes, fewest, most, tokens: Math.min(Math.max(estimateTokens(text), fewest), most) };
}
