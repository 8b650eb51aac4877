// A model's mistake as frameworks want it: thrown.

/**
 * Thrown by a tool, it marks the answer as an error. Some frameworks show the model its message, others what it is as a
 * string: both are the tool's own words.
 */
export class ListingError extends Error {
  override readonly name = "ListingError";

  override toString(): string {
    return this.message;
  }
}
