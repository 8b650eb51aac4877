// An entry as a terminal shows it, in parts: name, details, mark, target, each in its colour.
import type { ListDirEntry } from "../../render/listing.ts";
import { renderTarget, type ShownLine } from "../../render/render-listing.ts";
import { FAINT, QUIET_MARKS, RED } from "../colour.ts";
import type { ColourOf } from "./ls-colors.ts";
import type { Span } from "./span.ts";

/** What a line shows of an entry besides its name. */
export interface EntryView {
  readonly colourOf: ColourOf;
  readonly modeOf: (entry: ListDirEntry) => number | undefined;
  /** Whether size and time of a file stand in brackets. */
  readonly hasDetails: boolean;
}

/** The parts of a line behind its indentation. */
export function entrySpans({ entry, label, marker, details }: ShownLine, view: EntryView): Span[] {
  const { path, kind } = entry;
  const spans: Span[] = [{ text: label, colour: view.colourOf({ path, kind, mode: view.modeOf(entry) }) }];
  if (view.hasDetails && details !== undefined) {
    spans.push({ text: ` [${details}]`, colour: FAINT });
  }
  if (marker !== undefined) {
    spans.push({ text: " " }, { text: `[${marker}]`, colour: QUIET_MARKS.has(`[${marker}]`) ? FAINT : RED });
  }
  const target = renderTarget(entry);
  if (target !== undefined) {
    spans.push({ text: ` -> ${target}` });
  }
  return spans;
}
