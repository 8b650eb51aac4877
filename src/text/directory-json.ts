// A page of `list_directory` as compact JSON, with its keys in a fixed order.
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

/** The JSON text of a page. Characters that would reverse or hide the text around them are escaped, which JSON itself does not do. */
export function renderDirectoryJson({ directory, count, summary, files, truncated }: DirectoryPage): string {
  return escapeCharacters(JSON.stringify({ directory, count, summary, files, ...(truncated && { truncated }) }));
}

/** The JSON Schema of a page, with further keys. No descriptions: the names are clear, and the model pays for every byte. */
export function toPageSchema(more: object): object {
  const [text, integer] = [{ type: "string" }, { type: "integer" }];
  const properties = { directory: text, count: integer, summary: text, files: { type: "array", items: text } };
  return { type: "object", properties: { ...properties, ...more }, required: Object.keys(properties) };
}
