// A model's mistake as an exception, which is how some frameworks expect it.

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
