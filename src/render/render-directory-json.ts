// Writes a page of `list_directory` as compact JSON: names and nothing else, with its keys in a fixed order.
import { escapeCharacters } from "./escape-characters.ts";

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
