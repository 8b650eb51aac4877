// Options as callers without a type checker give them: `null` where they mean that there is none.

/** The same options without those that are null. */
export function dropNulls<Options extends object>(options: Options): Options {
  const fields = Object.entries(options);
  const given = fields.filter(([, value]) => value !== null);
  return given.length === fields.length ? options : (Object.fromEntries(given) as Options);
}
