// Where the entries are: a treemap of the current directory, as `map_dir` counted it, and on demand the same as a table.
import { hierarchy, treemap, type HierarchyRectangularNode } from "d3-hierarchy";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { renderCount } from "../../text/amounts.ts";
import { MapTable } from "./map-table.tsx";
import type { MapTile } from "./map-tiles.ts";
import type { PageSession } from "./page-session.ts";

/** The height of the line with a directory's name, above the tiles in it. */
const HEADER = 20;

/** The smallest width and height of a tile that is drawn. */
const SMALLEST = 4;

export interface MapViewProps {
  readonly session: PageSession;
  /** Whether the server has stopped answering. */
  readonly isGone: boolean;
}

export function MapView({ session, isGone }: MapViewProps): JSX.Element {
  const { dirPath, place } = session;
  session.maps.want(dirPath);
  const { tiles, failure } = session.maps.get(dirPath) ?? {};
  const goTo = (path: string) => void session.goTo({ ...place, names: [...place.names, ...path.split("/")] });
  return (
    <>
      <details class="numbers">
        <summary>
          {tiles === undefined
            ? (failure ?? (isGone ? "Not counted" : "Counting…"))
            : `${renderCount(tiles.count)}${tiles.isPartial ? " or more" : ""} entries below this directory`}
        </summary>
        {tiles !== undefined && <MapTable tiles={tiles} goTo={goTo} />}
      </details>
      {/* Files alone make no picture. While they are being counted, its place is kept. */}
      {tiles?.children.every(({ path }) => path === undefined) !== true && <Picture tiles={tiles} goTo={goTo} />}
    </>
  );
}

interface PictureProps {
  /** Undefined while they are being counted: the place is kept. */
  readonly tiles: MapTile | undefined;
  readonly goTo: (path: string) => void;
}

/** The picture, for those who can see it. Everything in it is in the table, too. */
function Picture({ tiles, goTo }: PictureProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const box = element.current as HTMLDivElement;
    const observer = new ResizeObserver(() => setSize({ width: box.clientWidth, height: box.clientHeight }));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const nodes = useMemo(() => arrange(tiles, size.width, size.height), [tiles, size.width, size.height]);
  return (
    <div class="picture" ref={element} role="img" aria-label="Treemap of the entries; the table has the same numbers">
      {nodes.map((node, index) => (
        <Tile key={index} node={node} goTo={goTo} />
      ))}
    </div>
  );
}

interface TileProps {
  readonly node: HierarchyRectangularNode<MapTile>;
  readonly goTo: (path: string) => void;
}

function Tile({ node, goTo }: TileProps): JSX.Element {
  const { label, path, count, mark, isPartial } = node.data;
  const isFiles = path === undefined && /^\d+ files?$/.test(label);
  const [width, height] = [node.x1 - node.x0, node.y1 - node.y0];
  const number = mark ?? `${renderCount(count)}${isPartial ? "+" : ""}`;
  return (
    <div
      class={`tile${path === undefined ? " files" : " directory"}${node.children === undefined ? "" : " group"}`}
      title={`${label} ${number}`}
      style={{
        left: `${node.x0}px`,
        top: `${node.y0}px`,
        width: `${width}px`,
        height: `${height}px`,
        "--hue": hueOf(node),
        "--deep": Math.min(node.depth, 5),
      }}
      onClick={() => path !== undefined && goTo(path)}
    >
      {width > 34 && height > 14 && (
        <span>
          <bdi>{label}</bdi> {width > 80 && !isFiles && <small>{number}</small>}
        </span>
      )}
    </div>
  );
}

/** The tiles to draw. A tile comes before those that it contains. */
function arrange(tiles: MapTile | undefined, width: number, height: number): HierarchyRectangularNode<MapTile>[] {
  if (tiles === undefined || width === 0 || height === 0) {
    return [];
  }
  const root = hierarchy(tiles).sum(({ count, children }) => (children.length === 0 ? Math.max(count, 1) : 0));
  const laid = treemap<MapTile>()
    .size([width, height])
    .round(true)
    .paddingInner(2)
    .paddingOuter(({ depth }) => (depth === 0 ? 0 : 3))
    .paddingTop(({ depth }) => (depth === 0 ? 0 : HEADER))(root);
  return laid.descendants().filter((node) => node.depth > 0 && isSeen(node));
}

/** Whether a tile is large enough to draw, and so are the tiles that contain it. */
function isSeen({ x0, x1, y0, y1, parent }: HierarchyRectangularNode<MapTile>): boolean {
  const room =
    parent === null ||
    parent.depth === 0 ||
    (parent.y1 - parent.y0 > HEADER + 2 * SMALLEST && parent.x1 - parent.x0 > 2 * SMALLEST);
  return room && x1 - x0 >= SMALLEST && y1 - y0 >= SMALLEST && (parent === null || isSeen(parent));
}

/** The colour of a tile: the same for all tiles in one directory of the first level. */
function hueOf(node: HierarchyRectangularNode<MapTile>): number {
  const first = node.ancestors().at(-2) ?? node;
  const index = first.parent?.children?.indexOf(first) ?? 0;
  // Neighbours differ, and no tile is red, which is for problems.
  return ((150 + index * 47) % 300) + 30;
}
