// A list of any length: draws only the rows in view, and has a scroll bar for all of them.
import type { ComponentChildren, HTMLAttributes, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { follow, placeOfRow, rowsAt, spacerHeight, toScrollTop, type ScrollPlace } from "./row-window.ts";

export const ROW_HEIGHT = 24;

/** How long the scroll bar must be still before it is moved to its proper position. */
const SETTLE_MS = 200;

export interface VirtualListProps {
  readonly rows: number;
  readonly draw: (row: number) => ComponentChildren;
  /** Called with the rows in view whenever they change. */
  readonly onWindow: (first: number, count: number) => void;
  /** The row to scroll into view when `revealCount` changes. */
  readonly row: number;
  readonly revealCount: number;
  /** The attributes of the element that scrolls. They may depend on which rows are drawn. */
  readonly attributes: (isDrawn: (row: number) => boolean) => HTMLAttributes<HTMLDivElement>;
}

export function VirtualList({ rows, draw, onWindow, row, revealCount, attributes }: VirtualListProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const settling = useRef(0);
  const [viewport, setViewport] = useState(0);
  const [place, setPlace] = useState<ScrollPlace>({ top: 0, scrollTop: 0 });
  const geometry = { rows, rowHeight: ROW_HEIGHT, viewport };
  const shown = rowsAt(place.top, geometry);

  /** Scrolls to a place, and remembers where the browser has really scrolled to. */
  const scrollTo = (top: number) => {
    const element = scroller.current;
    if (element !== null) {
      element.scrollTop = toScrollTop(top, geometry);
      setPlace({ top, scrollTop: element.scrollTop });
    }
  };

  useLayoutEffect(() => {
    const element = scroller.current as HTMLDivElement;
    const observer = new ResizeObserver(() => setViewport(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (viewport > 0) {
      const top = placeOfRow(row, place.top, geometry);
      if (top !== place.top) {
        scrollTo(top);
      }
    }
  }, [revealCount, viewport > 0]);

  useEffect(() => onWindow(shown.first, shown.count));

  const onScroll = () => {
    const { scrollTop } = scroller.current as HTMLDivElement;
    setPlace((before) => follow(before, scrollTop, geometry));
    clearTimeout(settling.current);
    settling.current = window.setTimeout(() => {
      setPlace((now) => {
        const wanted = toScrollTop(now.top, geometry);
        const element = scroller.current;
        if (element === null || Math.abs(wanted - element.scrollTop) < 2) {
          return now;
        }
        element.scrollTop = wanted;
        return { ...now, scrollTop: element.scrollTop };
      });
    }, SETTLE_MS);
  };

  return (
    <div
      {...attributes((drawn) => drawn >= shown.first && drawn < shown.first + shown.count)}
      ref={scroller}
      onScroll={onScroll}
    >
      <div role="none" style={{ height: `${spacerHeight(geometry)}px` }}>
        <div role="none" class="window" style={{ height: `${Math.min(viewport, rows * ROW_HEIGHT)}px` }}>
          <div role="none" style={{ transform: `translateY(${shown.shift}px)` }}>
            {Array.from({ length: shown.count }, (_, index) => draw(shown.first + index))}
          </div>
        </div>
      </div>
    </div>
  );
}
