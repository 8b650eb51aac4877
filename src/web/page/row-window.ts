// Which rows of a list are in view: the arithmetic of a list of any length whose rows all have the same height.

/** Browsers cap the height of an element: Firefox near 17,900,000 pixels, Chromium near 33,500,000. */
export const MAX_HEIGHT = 16_000_000;

export interface RowGeometry {
  readonly rows: number;
  readonly rowHeight: number;
  /** The height of the visible part. */
  readonly viewport: number;
}

/** Where a list is scrolled to. */
export interface ScrollPlace {
  /** What is at the top of the visible part, in pixels from the first row. */
  readonly top: number;
  /** The position of the scroll bar. It differs from `top` in a list that is taller than an element can be. */
  readonly scrollTop: number;
}

export interface RowWindow {
  readonly first: number;
  /** How many rows to draw: the last may be cut off. */
  readonly count: number;
  /** Where the first row begins, above the top of the visible part: 0 or less. */
  readonly shift: number;
}

/** The height of the element that makes the scroll bar. */
export function spacerHeight({ rows, rowHeight }: RowGeometry): number {
  return Math.min(rows * rowHeight, MAX_HEIGHT);
}

/** The largest `top`. */
export function largestTop({ rows, rowHeight, viewport }: RowGeometry): number {
  return Math.max(0, rows * rowHeight - viewport);
}

/** The position of the scroll bar for a place in the list. */
export function toScrollTop(top: number, geometry: RowGeometry): number {
  const maxTop = largestTop(geometry);
  return maxTop === 0 ? 0 : (top / maxTop) * largestScroll(geometry);
}

/**
 * Where the list is after the scroll bar has moved. In a list that is taller than an element can be, a small movement, as by a
 * wheel or a key, moves the list just as far; a large one, as by dragging, moves it in proportion.
 */
export function follow(place: ScrollPlace, scrollTop: number, geometry: RowGeometry): ScrollPlace {
  const maxTop = largestTop(geometry);
  const maxScroll = largestScroll(geometry);
  if (maxTop === maxScroll) {
    return { top: clamp(scrollTop, maxTop), scrollTop };
  }
  const moved = scrollTop - place.scrollTop;
  const isAtEnd = scrollTop <= 0 || scrollTop >= maxScroll - 1;
  if (Math.abs(moved) <= geometry.viewport && !isAtEnd) {
    return { top: clamp(place.top + moved, maxTop), scrollTop };
  }
  return { top: clamp(((isAtEnd && scrollTop > 0 ? maxScroll : scrollTop) / maxScroll) * maxTop, maxTop), scrollTop };
}

/** The place at which a row is visible: the present one if the row is in view, otherwise the nearest that shows all of it. */
export function placeOfRow(row: number, top: number, { rowHeight, viewport, ...rest }: RowGeometry): number {
  const start = row * rowHeight;
  const maxTop = largestTop({ rowHeight, viewport, ...rest });
  if (start < top) {
    return clamp(start, maxTop);
  }
  return clamp(Math.max(top, start + rowHeight - viewport), maxTop);
}

/** The rows to draw. */
export function rowsAt(top: number, geometry: RowGeometry): RowWindow {
  const { rows, rowHeight, viewport } = geometry;
  const from = clamp(top, largestTop(geometry));
  const first = Math.min(Math.floor(from / rowHeight), Math.max(0, rows - 1));
  const shift = first * rowHeight - from;
  const count = Math.min(rows - first, Math.ceil((viewport - shift) / rowHeight));
  return { first, count: Math.max(0, count), shift };
}

function largestScroll(geometry: RowGeometry): number {
  return Math.max(0, spacerHeight(geometry) - geometry.viewport);
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), max);
}
