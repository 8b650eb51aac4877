// The JSON Schema of what `list_directory` answers.

/** Has no descriptions: the names say it, and the model pays for every byte. */
export const DIRECTORY_PAGE_SCHEMA: object = {
  type: "object",
  properties: {
    directory: { type: "string" },
    count: { type: "integer" },
    summary: { type: "string" },
    files: { type: "array", items: { type: "string" } },
    truncated: { type: "boolean" },
  },
  required: ["directory", "count", "summary", "files"],
};
