// The JSON Schema of what `list_directory` answers.

const PROPERTIES = {
  directory: { type: "string" },
  count: { type: "integer" },
  summary: { type: "string" },
  files: { type: "array", items: { type: "string" } },
};

/** The four keys of profile `hyper`. */
export const HYPER_PAGE_SCHEMA: object = {
  type: "object",
  properties: PROPERTIES,
  required: ["directory", "count", "summary", "files"],
};

/** Has no descriptions: the names say it, and the model pays for every byte. */
export const DIRECTORY_PAGE_SCHEMA: object = {
  ...HYPER_PAGE_SCHEMA,
  properties: { ...PROPERTIES, truncated: { type: "boolean" } },
};
