// The text of a page, measured before it is written: the white space of a deep tree can be longer than all its names.
import { arrangeAsTree, type ArrangedPage, type TreeLine } from "./arrange-as-tree.ts";
import { renderEnd, type PageEnd } from "./page-end.ts";
import { ELLIPSIS, indentation, renderHeader, renderLineLabel } from "./render-listing.ts";

export class PageText {
  /** The length of the text in bytes. */
  readonly bytes: number;
  readonly #header: string;
  readonly #lines: readonly TreeLine[];
  /** The content of these lines, without their indentation. */
  readonly #labels: readonly string[];
  /** Our own lines after the entries. */
  readonly #end: readonly string[];

  constructor(root: string, page: ArrangedPage, end: PageEnd) {
    this.#header = renderHeader(root);
    this.#lines = arrangeAsTree(page);
    this.#labels = this.#lines.map(renderLineLabel);
    this.#end = renderEnd(end);
    const unindented = [this.#header, ...this.#labels, ...this.#end].join("\n");
    this.bytes = this.#lines.reduce((sum, line) => sum + bytesAround(line), Buffer.byteLength(unindented));
  }

  /** The first context line that is longer than this many bytes. */
  contextOver(maxBytes: number): TreeLine | undefined {
    return this.#lines.find(
      ({ isContext, indent }, index) =>
        isContext && 2 * indent + Buffer.byteLength(this.#labels[index] as string) > maxBytes,
    );
  }

  toString(): string {
    // Not `flatMap`: an array for each line takes longer than all else here.
    const lines = [this.#header];
    for (const [index, label] of this.#labels.entries()) {
      const { indent, hasBefore, hasAfter } = this.#lines[index] as TreeLine;
      const space = indentation(indent + 1);
      if (hasBefore === true) {
        lines.push(space + ELLIPSIS);
      }
      lines.push(space + label);
      if (hasAfter === true) {
        lines.push(space + ELLIPSIS);
      }
    }
    lines.push(...this.#end);
    return lines.join("\n");
  }
}

/** The bytes of a line feed and `…`. */
const GAP_BYTES = 4;

/** The bytes of a line beyond its label: its indentation, and the lines around it for what is on other pages. */
function bytesAround({ indent, hasBefore, hasAfter }: TreeLine): number {
  const gaps = Number(hasBefore === true) + Number(hasAfter === true);
  return 2 * indent + gaps * (2 * indent + GAP_BYTES);
}
