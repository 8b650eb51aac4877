// The numbers of a map as a table: for those who can't see the picture, and for those who want to read them.
import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { renderCount } from "../../text/amounts.ts";
import type { MapTile } from "./map-tiles.ts";

/** How many rows the table has at most: more than anybody reads. */
const MAX_ROWS = 500;

export interface MapTableProps {
  readonly tiles: MapTile;
  readonly goTo: (path: string) => void;
}

export function MapTable({ tiles, goTo }: MapTableProps): JSX.Element {
  const [order, setOrder] = useState<"entries" | "name">("entries");
  const sorted =
    order === "entries" ? tiles.children : [...tiles.children].sort((a, b) => (a.label < b.label ? -1 : 1));
  const largest = tiles.children.reduce((most, { count }) => Math.max(most, count), 1);
  const header = (name: "entries" | "name", text: string) => (
    <th scope="col" class={name} aria-sort={order !== name ? "none" : name === "name" ? "ascending" : "descending"}>
      <button type="button" onClick={() => setOrder(name)}>
        {text}
      </button>
    </th>
  );
  return (
    <div class="table" tabIndex={0} role="region" aria-label="Entries in this directory">
      <table>
        <thead>
          <tr>
            {header("name", "Name")}
            {header("entries", "Entries")}
            <th scope="col" class="share">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, MAX_ROWS).map((tile, index) => (
            <tr key={index}>
              <td class="name">
                {tile.path === undefined ? (
                  <bdi class="plain">{tile.label}</bdi>
                ) : (
                  <button type="button" onClick={() => goTo(tile.path as string)}>
                    <bdi>{tile.label}</bdi>
                  </button>
                )}
              </td>
              <td class="entries">{tile.mark ?? `${renderCount(tile.count)}${tile.isPartial ? "+" : ""}`}</td>
              <td class="share">
                <span class="part" style={{ width: `${(tile.count / largest) * 60}%` }} />
                {shareOf(tile.count, tiles.count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > MAX_ROWS && <p class="found">and {renderCount(sorted.length - MAX_ROWS)} more</p>}
    </div>
  );
}

function shareOf(count: number, all: number): string {
  const share = all === 0 ? 0 : (count / all) * 100;
  return share > 0 && share < 1 ? "< 1 %" : `${Math.round(share)} %`;
}
