// The tree: rows that follow the ARIA pattern for trees, one of which has the keyboard focus.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";

import { markOf } from "../../text/entry-label.ts";
import { EntryRow, labelOf, shortFailure } from "./entry-row.tsx";
import type { MapTile } from "./map-tiles.ts";
import type { TreeRow } from "./open-tree.ts";
import type { PageSession } from "./page-session.ts";
import { actionFor } from "./tree-keys.ts";
import { ROW_HEIGHT, VirtualList } from "./virtual-list.tsx";

/** Letters that are typed within this time of each other form one word. */
const WORD_MS = 700;

export function TreeView({ session }: { readonly session: PageSession }): JSX.Element {
  const { tree } = session;
  const shown = useRef({ first: 0, count: 0 });
  const typed = useRef({ text: "", at: 0 });
  const focused = session.focusedRow;

  const toggle = (row: TreeRow) => {
    if (row.directory?.pages === undefined) {
      session.open(row);
    } else {
      session.close(row.directory);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    // Keys may come faster than frames.
    const now = session.focusedRow;
    const row = tree.rowAt(now);
    const page = Math.max(1, shown.current.count - 2);
    const action = actionFor(event.key, { focused: now, rows: tree.rows, page, row });
    if (action === undefined || row === undefined) {
      return;
    }
    event.preventDefault();
    switch (action.do) {
      case "go":
        session.focusOn(action.row, "step");
        break;
      case "open":
        session.open(row);
        break;
      case "close":
        session.close(row.directory as NonNullable<TreeRow["directory"]>);
        break;
      case "go to parent":
        if (row.parent !== undefined) {
          session.focusOn(tree.numberOf(row.parent.parent, row.parent.index), "step");
        }
        break;
      case "find": {
        const isSameWord = event.timeStamp - typed.current.at < WORD_MS;
        typed.current = { text: (isSameWord ? typed.current.text : "") + action.letter, at: event.timeStamp };
        const found = findName(session, typed.current.text, now, shown.current);
        if (found !== undefined) {
          session.focusOn(found, "step");
        } else if (row.parent !== undefined) {
          // The name may be one of a million that are not on the screen.
          void session.seek(row.parent, typed.current.text);
        }
      }
    }
  };

  const draw = (number: number) => {
    const row = tree.rowAt(number);
    return row === undefined ? null : (
      <div
        key={number}
        id={`row-${number}`}
        class={`row${number === focused ? " focused" : ""}${row.entry?.ignored === true ? " dim" : ""}`}
        role="treeitem"
        aria-level={row.level}
        aria-posinset={row.index + 1}
        aria-setsize={row.siblings ?? -1}
        aria-selected={number === focused}
        {...(isDirectory(row) && { "aria-expanded": row.directory?.pages !== undefined })}
        style={{ height: `${ROW_HEIGHT}px`, "--level": row.level - 1 }}
        onClick={() => {
          session.focusOn(number, "click");
          toggle(row);
        }}
      >
        <Contents session={session} row={row} />
      </div>
    );
  };

  return (
    <VirtualList
      rows={tree.rows}
      draw={draw}
      row={focused}
      revealCount={session.revealCount}
      onWindow={(from, many) => {
        shown.current = { first: from, count: many };
        tree.want(from, many);
      }}
      attributes={(isDrawn) => ({
        class: "rows",
        role: "tree",
        tabIndex: 0,
        "aria-label": "Files",
        ...(isDrawn(focused) && { "aria-activedescendant": `row-${focused}` }),
        onKeyDown,
      })}
    />
  );
}

function Contents({ session, row }: { readonly session: PageSession; readonly row: TreeRow }): JSX.Element {
  const { entry, directory, parent } = row;
  const pages = directory?.pages;
  if (entry === undefined && parent !== undefined) {
    return <span class="name waiting">…</span>;
  }
  const counted = countOf(session, row);
  const isEmpty =
    (pages?.isExact === true && pages.count === 0) ||
    (counted?.count === 0 && !counted.isPartial && counted.mark === undefined);
  const mark =
    (entry && markOf(entry)) ??
    (pages?.failure && shortFailure(pages.failure)) ??
    (counted?.mark === "ignored" ? undefined : counted?.mark) ??
    (isEmpty ? "empty" : undefined);
  const count = counted?.mark === undefined && mark === undefined ? counted?.count : undefined;
  return (
    <EntryRow
      label={entry === undefined ? (directory?.dirPath ?? "") : labelOf(entry)}
      kind={entry?.kind ?? "root"}
      isOpen={pages !== undefined}
      mark={mark}
      count={count}
      isPartial={counted?.isPartial}
    />
  );
}

/** What the map of the directory above says about a directory; for a root, its own map. */
function countOf(session: PageSession, { entry, directory, parent }: TreeRow): MapTile | undefined {
  const kept = session.maps.get((parent ?? directory)?.dirPath ?? "");
  if (parent === undefined) {
    return kept?.tiles;
  }
  return entry?.kind === "directory" ? kept?.counts?.get(entry.path) : undefined;
}

function isDirectory({ entry, directory }: TreeRow): boolean {
  return directory !== undefined || entry?.kind === "directory";
}

/** The next row on the screen whose name begins with what was typed. */
function findName(
  { tree }: PageSession,
  text: string,
  focused: number,
  { first, count }: { readonly first: number; readonly count: number },
): number | undefined {
  const wanted = text.toLowerCase();
  const from = text.length > 1 ? focused : focused + 1;
  for (let step = 0; step < count; step += 1) {
    const row = first + ((((from - first + step) % count) + count) % count);
    const { entry } = tree.rowAt(row) ?? {};
    if (entry !== undefined && labelOf(entry).toLowerCase().startsWith(wanted)) {
      return row;
    }
  }
  return undefined;
}
