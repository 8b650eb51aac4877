// The output schema of `list_directory`: the JSON that it answers with.

/** Without descriptions: the names say it, and every byte is paid for. */
export const DIRECTORY_PAGE_SCHEMA: { readonly parameters: object } = {
  parameters: {
    type: "object",
    properties: {
      directory: { type: "string" },
      count: { type: "integer" },
      summary: { type: "string" },
      files: { type: "array", items: { type: "string" } },
      truncated: { type: "boolean" },
    },
    required: ["directory", "count", "summary", "files"],
  },
};
