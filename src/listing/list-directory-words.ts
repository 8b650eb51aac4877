// What a page of `list_directory` says: in our own words (`leaf`), and in those of the original (`hyper`).
import { splitPath, toText } from "../core/byte-string.ts";
import type { Visit } from "../core/visit.ts";
import { renderPathForJson } from "../render/shown-path.ts";
import type { HiddenEntries, ListDirectoryPage } from "./list-directory.ts";

/** A page without its entries. */
export type PageHead = Omit<ListDirectoryPage, "entries" | "problems">;

export interface DirectoryWords {
  /** Whether the page says what it leaves out: hidden names, what can't be read, what was not indexed. */
  readonly tellsMissing: boolean;
  /** An entry as the page names it. */
  readonly writeEntry: (visit: Visit) => string;
  /** What a page that shows so many entries says about itself. */
  readonly summarise: (page: PageHead, shown: number) => string;
}

export const LEAF_WORDS: DirectoryWords = {
  tellsMissing: true,
  writeEntry: ({ path, kind }) => `${renderPathForJson(path)}${kind === "directory" ? "/" : ""}`,
  summarise(page, shown) {
    const { count, offset, truncated, filtered, hidden } = page;
    if (count === 0) {
      return filtered ? "No entry matches the filters" : `Directory is empty${describeHidden(hidden)}`;
    }
    if (!truncated) {
      return HYPER_WORDS.summarise(page, shown);
    }
    return shown === 0
      ? `Offset ${offset} is beyond the first ${count} files, the only ones that are indexed`
      : `Showing ${offset + 1}-${offset + shown} of the first ${count} files`;
  },
};

export const HYPER_WORDS: DirectoryWords = {
  tellsMissing: false,
  writeEntry: ({ path }) => splitPath(path).map(toText).join("/"),
  summarise({ count, offset }, shown) {
    if (count === 0) {
      return "Directory is empty";
    }
    return shown === 0
      ? `Offset ${offset} exceeds total count ${count}`
      : `Showing ${offset + 1}-${offset + shown} of ${count} files`;
  },
};

function describeHidden(hidden: HiddenEntries | undefined): string {
  if (hidden === undefined) {
    return "";
  }
  const { count, more } = hidden;
  return ` but for ${more ? "more than " : ""}${count} hidden ${count === 1 ? "entry" : "entries"}`;
}
