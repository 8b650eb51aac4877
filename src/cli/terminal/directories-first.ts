// Of a directory that does not fit on the page, directories stand before files, as the page was chosen.
import type { ListDirPage } from "../../render/listing.ts";
import { arrangeBranches, toBranches, toEntries } from "../page-branches.ts";

export function directoriesFirst(page: ListDirPage): ListDirPage {
  const branches = arrangeBranches(toBranches(page.entries), (siblings) => {
    const isPart = siblings.some(({ entry }) => entry.moreBefore === true || entry.moreAfter === true);
    const isDirectory = ({ entry }: (typeof siblings)[number]) => entry.kind === "directory";
    return isPart ? [...siblings.filter(isDirectory), ...siblings.filter((branch) => !isDirectory(branch))] : siblings;
  });
  return { ...page, entries: toEntries(branches) };
}
