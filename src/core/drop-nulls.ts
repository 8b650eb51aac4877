// Cleans up options from callers without a type checker, who write `null` for an option they do not set.

/** Returns the options without those that are null. */
export function dropNulls<Options extends object>(options: Options): Options {
  const fields = Object.entries(options);
  const given = fields.filter(([, value]) => value !== null);
  return given.length === fields.length ? options : (Object.fromEntries(given) as Options);
}
