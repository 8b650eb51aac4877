// Writes a page of `list_directory` as compact JSON: names and nothing else, with its keys in a fixed order.
import { escapeCharacters } from "./entry-label.ts";

/** What `list_directory` answers. */
export interface DirectoryPage {
  /** The absolute path. */
  readonly directory: string;
  /** How many entries were indexed. */
  readonly count: number;
  /** Which of them are on this page, in words. */
  readonly summary: string;
  /** Names, or relative paths if the listing is recursive. */
  readonly files: readonly string[];
  /** Set only if there are more entries than were indexed. */
  readonly truncated?: true;
}

/** The JSON text of a page, its keys in the promised order. */
export function renderDirectoryJson({ directory, count, summary, files, truncated }: DirectoryPage): string {
  return toJson({ directory, count, summary, files, ...(truncated && { truncated }) });
}

/** How many bytes a text takes in that JSON, including its quotes. */
export function measureJson(text: string): number {
  return Buffer.byteLength(toJson(text));
}

/** Escapes characters that would reverse or hide the text around them. JSON leaves that to the writer. */
function toJson(value: object | string): string {
  return escapeCharacters(JSON.stringify(value));
}

const PROPERTIES = {
  directory: { type: "string" },
  count: { type: "integer" },
  summary: { type: "string" },
  files: { type: "array", items: { type: "string" } },
};

/** The JSON Schema of a page in profile `hyper`, which has four keys. */
export const HYPER_PAGE_SCHEMA: object = {
  type: "object",
  properties: PROPERTIES,
  required: ["directory", "count", "summary", "files"],
};

/** The JSON Schema of a page. Has no descriptions: the names say it, and the model pays for every byte. */
export const DIRECTORY_PAGE_SCHEMA: object = {
  ...HYPER_PAGE_SCHEMA,
  properties: { ...PROPERTIES, truncated: { type: "boolean" } },
};
