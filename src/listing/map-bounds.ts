// The bounds of the work for a map. They are apart from the map, which is a fifth of all code: most runs of the command make none.
import type { CountTokens } from "../render/map-costs.ts";
import { AT_LEAST_ONE, type RulesFor } from "./check-options.ts";

/** The bounds of the work for a map, which the operator may set. They are counts, so that an answer depends on no clock. */
export interface MapBounds {
  /**
   * How many directories are read at most, level by level. What is not counted then is marked with a `+`.
   * @default 2000
   */
  readonly maxDirectories?: number | undefined;
  /**
   * How many requests are made to an object store at most.
   * @default 16
   */
  readonly maxRequests?: number | undefined;
  /**
   * Counts the tokens of a text, for those who have the model's tokenizer.
   * @default estimateTokens
   */
  readonly countTokens?: CountTokens | undefined;
}

export const MAP_BOUND_RULES: RulesFor<keyof MapBounds> = {
  maxDirectories: AT_LEAST_ONE,
  maxRequests: AT_LEAST_ONE,
  countTokens: { expected: "a function", fits: (value: unknown) => typeof value === "function" },
};
