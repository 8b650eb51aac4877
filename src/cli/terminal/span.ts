// Parts of a line, each in one colour. A line is cut before it is coloured: the codes of colours take no columns.
import { paint } from "../colour.ts";
import { CUT, startOf, widthOf } from "./display-width.ts";

export interface Span {
  readonly text: string;
  /** The codes of its colour; none if undefined. */
  readonly colour?: string | undefined;
}

/** How lines are written. */
export interface Look {
  /** The columns that a line may take; any if undefined. */
  readonly columns: number | undefined;
  readonly isColoured: boolean;
}

/** The text of a line, as much of it as fits. */
export function renderSpans(spans: readonly Span[], { columns = Infinity, isColoured }: Look): string {
  const write = (text: string, colour: string | undefined) =>
    isColoured && colour !== undefined && text !== "" ? paint(text, colour) : text;
  const widths = spans.map(({ text }) => widthOf(text));
  if (widths.reduce((sum, width) => sum + width, 0) <= columns) {
    return spans.map(({ text, colour }) => write(text, colour)).join("");
  }
  let left = columns - 1;
  let line = "";
  for (const [index, { text, colour }] of spans.entries()) {
    const width = widths[index] as number;
    if (width > left) {
      return line + write(startOf(text, left) + CUT, colour);
    }
    line += write(text, colour);
    left -= width;
  }
  return line;
}
