// `list_dir` for a model: a page as text, within the size limit.
import type { ByteString } from "../core/byte-string.ts";
import type { Visit } from "../core/visit.ts";
import { fitPage, PageText } from "../render/fit-page.ts";
import { renderMore } from "../render/our-words.ts";
import { joinLines } from "../render/render-listing.ts";
import { renderCursorPast, renderRoot } from "../render/shown-path.ts";
import type { FunctionCallError } from "../tooling/function-call-error.ts";
import { eventLoopPause } from "./event-loop-pause.ts";
import { endOf, placeOf, readLeafPage, type LeafPage } from "./list-dir.ts";
import type { ListDirSettings } from "./list-dir-settings.ts";
import { rootTooLong, tooLong } from "./too-long.ts";

/** The page that the settings ask for. Throws a `FunctionCallError`. */
export async function listDirText(settings: ListDirSettings): Promise<string> {
  const page = await readLeafPage(settings);
  // Directly before the page is written, which is done in one go: pages that are ready at the same time take a turn each.
  const turn = eventLoopPause();
  if (turn !== undefined) {
    await turn;
  }
  const root = renderRoot(settings.dirPath);
  const text = fitPage(page, settings.guard.maxOutputBytes, (part) => {
    return new PageText(root, placeOf(part, settings), endOf(part, page, settings));
  });
  if (text instanceof PageText) {
    return text.toString();
  }
  throw refuse(settings, page, text.context);
}

/** Refuses a page. `context` is the last directory of a context line that is too long, if that is the reason. */
function refuse(settings: ListDirSettings, page: LeafPage, context: Visit | undefined): FunctionCallError {
  const { guard, dirPath, offset } = settings;
  const place = { guard, field: "dir_path", root: dirPath } as const;
  const hasRoom =
    Buffer.byteLength(joinLines(renderRoot(dirPath), [], [], ["x", renderMore(1)])) <= guard.maxOutputBytes;
  const entry = page.entries[0];
  if (context === undefined && (entry === undefined || !hasRoom)) {
    return rootTooLong(place);
  }
  const isAbove = context === undefined || entry?.path.startsWith(`${context.path}/`) === true;
  const whose = isAbove ? `above entry ${offset}` : "of a directory that can't be read";
  return tooLong({
    ...place,
    isRootQuoted: page.isRootQuoted === true,
    what: context === undefined ? `entry ${offset}` : `the path ${whose} (${context.path.length} bytes)`,
    directory: context?.path ?? ("" as ByteString),
    isReadable: context?.problem === undefined,
    // In order breadth, too: there a directory has no position that the listing could continue after.
    passing: "pass over all in it, in order tree",
    passOver: (directory) => `after: ${renderCursorPast(directory)}`,
    nextOffset: isAbove ? offset + 1 : undefined,
  });
}
