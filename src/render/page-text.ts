// The text of a page, measured before it is written: the white space of a deep tree can be longer than all its names.
import type { Page } from "../core/take-page.ts";
import { arrangeAsTree, type TreeLine } from "./arrange-as-tree.ts";
import {
  indentation,
  NOT_SEARCHED,
  NOTHING_MATCHES,
  renderHeader,
  renderLineLabel,
  renderMore,
} from "./render-listing.ts";

export class PageText {
  /** The length of the text in bytes. */
  readonly bytes: number;
  readonly #header: string;
  readonly #lines: readonly TreeLine[];
  /** The content of these lines, without their indentation. */
  readonly #labels: readonly string[];
  /** Our own lines after the entries. */
  readonly #end: readonly string[];

  /** `isFiltered`: there are entries, but none that the filters let through. */
  constructor(root: string, page: Page, isFiltered: boolean) {
    this.#header = renderHeader(root);
    this.#lines = arrangeAsTree(page);
    this.#labels = this.#lines.map(renderLineLabel);
    this.#end = [
      ...(isFiltered ? [NOTHING_MATCHES] : []),
      ...(page.passedBy === undefined ? [] : [NOT_SEARCHED]),
      ...(page.more ? [renderMore(page.entries.length)] : []),
    ];
    const unindented = [this.#header, ...this.#labels, ...this.#end].join("\n");
    this.bytes = this.#lines.reduce((sum, { indent }) => sum + 2 * indent, Buffer.byteLength(unindented));
  }

  /** The first context line that is longer than this many bytes. */
  contextOver(maxBytes: number): TreeLine | undefined {
    return this.#lines.find(
      ({ isContext, indent }, index) =>
        isContext && 2 * indent + Buffer.byteLength(this.#labels[index] as string) > maxBytes,
    );
  }

  toString(): string {
    const lines = this.#labels.map((label, index) => {
      const { indent } = this.#lines[index] as TreeLine;
      return indent === 0 ? label : indentation(indent + 1) + label;
    });
    return [this.#header, ...lines, ...this.#end].join("\n");
  }
}
