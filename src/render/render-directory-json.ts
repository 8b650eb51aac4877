// A page of `list_directory` to compact JSON: names and nothing else, in keys of a fixed order.
import { escapeCharacters } from "./escape-characters.ts";

/** What `list_directory` answers. */
export interface DirectoryPage {
  /** The absolute path. */
  readonly directory: string;
  /** How many entries were indexed. */
  readonly count: number;
  /** Which of them this page holds, in words. */
  readonly summary: string;
  /** Names, or relative paths where the listing is recursive. */
  readonly files: readonly string[];
  /** Set only where there are more entries than were indexed. */
  readonly truncated?: true;
}

/** The JSON text of a page, its keys in the promised order. */
export function renderDirectoryJson({ directory, count, summary, files, truncated }: DirectoryPage): string {
  return toJson({ directory, count, summary, files, ...(truncated && { truncated }) });
}

/** How many bytes a text takes in it, the quotes around it included. */
export function measureJson(text: string): number {
  return Buffer.byteLength(toJson(text));
}

/** Characters that would turn or hide what stands around them are escaped, which JSON leaves to the writer. */
function toJson(value: object | string): string {
  return escapeCharacters(JSON.stringify(value));
}
